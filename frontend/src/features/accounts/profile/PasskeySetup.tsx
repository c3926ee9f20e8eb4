// Names a new passkey, then lets the browser create it.
import { Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import { max, required } from "../../../lib/validation";
import { FormButtons } from "../../../ui/form/FormButtons";
import { FormModal } from "../../../ui/form/FormModal";
import { useSmallForm } from "../../../ui/form/useSmallForm";
import { createPasskey, type PasskeyFailure } from "./passkeys";
import { addPasskey } from "./secondFactor";
import { useBrowserName } from "./useBrowserName";

const MAX_NAME_LENGTH = 100;
const RULES = { name: [required(), max(MAX_NAME_LENGTH)] };

type Props = {
  options: PublicKeyCredentialCreationOptionsJSON;
  onDone: (codes: string[]) => Promise<void>;
  onClose: () => void;
};

export function PasskeySetup({ options, onDone, onClose }: Props) {
  const t = useTranslate();
  const browserName = useBrowserName()(navigator.userAgent);
  const [failure, setFailure] = useState<PasskeyFailure | null>(null);
  const form = useSmallForm(
    RULES,
    async ({ name }) => {
      setFailure(null);
      const created = await createPasskey(options);
      if ("failure" in created) return setFailure(created.failure);
      await onDone(await addPasskey(name.trim(), created.credential));
    },
    { name: browserName },
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
            {failure ? t(`profile.factor.passkey.${failure}`) : ""}
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
