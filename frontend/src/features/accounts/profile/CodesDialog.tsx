// The recovery codes, shown once. The dialog closes only after the user confirms having saved them.
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Modal.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import { Button, Checkbox, Group, Modal, Stack, Text } from "@mantine/core";
import { IconCopy, IconDownload, IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { copyText } from "../../../ui/actions/copyText";
import classes from "./Profile.module.css";

type Props = { codes: readonly string[]; onDone: () => Promise<void> };

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

export function CodesDialog({ codes, onDone }: Props) {
  const t = useTranslate();
  const { email } = useCurrentUser();
  const [isSaved, setSaved] = useState(false);
  const [busy, setBusy] = useState(false);
  const list = codes.join("\n");
  const submit = () => {
    setBusy(true);
    void onDone();
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t("profile.factor.codes.dialog")}
      size="max(45vw, 480px)"
      data-print-alone
    >
      <Stack gap="md">
        <Text size="sm">{t("profile.factor.codes.once")}</Text>
        <ul className={classes.codes} aria-label={t("profile.factor.codes.list")}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group gap="xs" className={classes.unprinted}>
          <Button
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => void copyText(list, t("profile.factor.codes.copied"))}
          >
            {t("profile.factor.codes.copy")}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() =>
              download(
                t("profile.factor.codes.file"),
                `${t("profile.factor.codes.file_head", { email })}\n\n${list}\n`,
              )
            }
          >
            {t("profile.factor.codes.download")}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            {t("profile.factor.codes.print")}
          </Button>
        </Group>
        <Group justify="space-between" className={classes.unprinted}>
          <Checkbox
            label={t("profile.factor.codes.saved")}
            checked={isSaved}
            onChange={(event) => setSaved(event.currentTarget.checked)}
          />
          <Button disabled={!isSaved} loading={busy} onClick={submit}>
            {t("profile.factor.codes.done")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
