// Shows the secret for an authenticator app and verifies a first code.
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import type { TotpStart } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { copyText } from "../../../ui/actions/copyText";
import { FormButtons } from "../../../ui/form/FormButtons";
import { FormModal } from "../../../ui/form/FormModal";
import { useSmallForm } from "../../../ui/form/useSmallForm";
import { CodeField, codeRules, stripSpaces } from "../../../ui/reauthentication/CodeField";
import classes from "./Profile.module.css";
import { confirmTotp } from "./secondFactor";

type Props = {
  start: TotpStart;
  onDone: (codes: string[]) => Promise<void>;
  onClose: () => void;
};

/** Scripts in an SVG do not run inside an image. */
function svgDataUrl(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

export function TotpSetup({ start, onDone, onClose }: Props) {
  const t = useTranslate();
  const form = useSmallForm({ code: codeRules }, async ({ code }) =>
    onDone(await confirmTotp(stripSpaces(code))),
  );
  return (
    <FormModal opened title={t("profile.factor.totp.add")} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <Text>{t("profile.factor.totp.scan")}</Text>
          <img
            className={classes.qr}
            src={svgDataUrl(start.qr_code)}
            alt={t("profile.factor.totp.qr")}
          />
          <div>
            <Text size="sm" mb={6}>
              {t("profile.factor.totp.by_hand")}
            </Text>
            <Group gap="xs">
              <code className={classes.key}>{start.secret}</code>
              <Button
                variant="default"
                size="xs"
                leftSection={<IconCopy size={14} aria-hidden />}
                onClick={() => void copyText(start.secret, t("profile.factor.totp.copied"))}
              >
                {t("profile.factor.totp.copy")}
              </Button>
            </Group>
          </div>
          <Text>{t("profile.factor.totp.enter")}</Text>
          <CodeField {...form.field("code")} label={t("profile.factor.totp.code")} data-autofocus />
          <FormButtons
            label={t("profile.factor.totp.confirm")}
            busy={form.busy}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </FormModal>
  );
}
