// What is on its way, line by line: how far it is, or why it did not arrive.
import "@mantine/core/styles/Progress.css";
import { Button, Progress, Text } from "@mantine/core";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatPercent } from "../../../lib/numbers";
import classes from "./Attachments.module.css";
import { FileSize } from "./attachmentCells";
import type { useUploads, Waiting } from "./useUploads";

type Props = { uploads: ReturnType<typeof useUploads> };

export function UploadQueue({ uploads }: Props) {
  const t = useTranslate();
  if (uploads.queue.length === 0) return null;
  return (
    <ul className={classes.queue} aria-label={t("attachments.upload.queue")}>
      {uploads.queue.map((one) => (
        <UploadLine key={one.id} one={one} uploads={uploads} />
      ))}
    </ul>
  );
}

function UploadLine({ one, uploads }: Props & { one: Waiting }) {
  const t = useTranslate();
  const { name } = one.file;
  return (
    <li className={classes.sending}>
      <Text size="sm" className={classes.sendingName}>
        {name} <FileSize bytes={one.file.size} />
      </Text>
      {one.state === "failed" ? (
        <Text size="sm" role="alert" c="var(--regie-danger-text)">
          {one.refusal}
        </Text>
      ) : (
        <Sent one={one} />
      )}
      {one.state === "failed" && !one.final && (
        <Button
          size="xs"
          variant="default"
          aria-label={t("attachments.upload.retry_one", { name })}
          onClick={() => uploads.retry(one.id)}
        >
          {t("common.retry")}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        aria-label={t(
          one.state === "failed"
            ? "attachments.upload.dismiss_one"
            : "attachments.upload.cancel_one",
          { name },
        )}
        onClick={() => uploads.cancel(one.id)}
      >
        {t(one.state === "failed" ? "attachments.upload.dismiss" : "common.cancel")}
      </Button>
    </li>
  );
}

function Sent({ one }: { one: Waiting }) {
  const t = useTranslate();
  const percent = formatPercent(String(Math.round(one.progress * 100)), useLocale());
  return (
    <>
      <Progress
        className={classes.progress ?? ""}
        value={one.progress * 100}
        aria-label={t("attachments.upload.progress", { name: one.file.name })}
      />
      <span className={classes.figure}>{percent}</span>
    </>
  );
}
