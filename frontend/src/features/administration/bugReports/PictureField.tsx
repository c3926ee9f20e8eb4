// An optional picture of the screen: chosen, dropped or pasted, shown as it will be sent, and sent only with consent.
import "@mantine/core/styles/Checkbox.css";
import { Button, Checkbox, Stack, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { RefObject } from "react";
import { useTranslate } from "../../../i18n/translate";
import { PICTURE_TYPES } from "../../../lib/picture";
import { useCurrentUser } from "../../../session/currentUser";
import { FileDrop } from "../../../ui/fields/FileDrop";
import classes from "./BugReport.module.css";
import type { useBugReport } from "./useBugReport";

type Props = {
  report: ReturnType<typeof useBugReport>;
  consentRef: RefObject<HTMLInputElement | null>;
};

export function PictureField({ report, consentRef }: Props) {
  const t = useTranslate();
  const { impersonator, name } = useCurrentUser();
  const { picture, errors } = report;
  return (
    <Stack gap="xs">
      <FileDrop
        label={t("shell.bug.picture.label")}
        accept={PICTURE_TYPES.join(",")}
        buttonLabel={t(picture ? "shell.bug.picture.replace" : "shell.bug.picture.choose")}
        button={{ variant: "default" }}
        onFiles={([file]) => file && void report.choosePicture(file)}
      >
        <Text size="sm" c="dimmed">
          {t("shell.bug.picture.hint")}
        </Text>
      </FileDrop>
      {errors.picture && (
        <Text size="sm" role="alert" c="var(--regie-danger-text)">
          {errors.picture}
        </Text>
      )}
      {picture && (
        <>
          <img className={classes.picture} src={picture.preview} alt={t("shell.bug.picture.alt")} />
          <Checkbox
            ref={consentRef}
            checked={report.hasConsent}
            onChange={(event) => report.consent(event.currentTarget.checked)}
            label={
              impersonator
                ? t("shell.bug.picture.consent_as", { name })
                : t("shell.bug.picture.consent")
            }
            description={t("shell.bug.picture.privacy")}
            error={errors.consent}
          />
          <Button
            variant="default"
            size="compact-md"
            className={classes.remove}
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={report.removePicture}
          >
            {t("shell.bug.picture.remove")}
          </Button>
        </>
      )}
    </Stack>
  );
}
