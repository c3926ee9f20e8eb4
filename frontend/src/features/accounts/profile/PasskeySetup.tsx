// Names a new passkey, then lets the browser make it.
import { Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import { max, required } from "../../../lib/validation";
import { FormButtons } from "../../../ui/form/FormButtons";
import { FormModal } from "../../../ui/form/FormModal";
import { useSmallForm } from "../../../ui/form/useSmallForm";
import { makePasskey, type Refusal } from "./passkeys";
import { addPasskey } from "./secondFactor";
import { useBrowserName } from "./useBrowserName";

const NAME_LENGTH = 100;
const RULES = { name: [required(), max(NAME_LENGTH)] };

type Props = {
  options: PublicKeyCredentialCreationOptionsJSON;
  onDone: (codes: string[]) => Promise<void>;
  onClose: () => void;
};

export function PasskeySetup({ options, onDone, onClose }: Props) {
  const t = useTranslate();
  const here = useBrowserName()(navigator.userAgent);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const form = useSmallForm(
    RULES,
    async ({ name }) => {
      setRefusal(null);
      const made = await makePasskey(options);
      if ("refusal" in made) return setRefusal(made.refusal);
      await onDone(await addPasskey(name.trim(), made.credential));
    },
    { name: here },
  );
  return (
    <FormModal opened title={t("profile.factor.passkey.add")} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <TextInput
            {...form.field("name")}
            label={t("profile.factor.passkey.name")}
            description={t("profile.factor.passkey.name_help")}
            autoComplete="off"
            required
            data-autofocus
          />
          <Text role="alert" size="sm" c="var(--regie-danger-text)">
            {refusal ? t(`profile.factor.passkey.${refusal}`) : ""}
          </Text>
          <FormButtons
            label={t("profile.factor.passkey.continue")}
            busy={form.busy}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </FormModal>
  );
}
