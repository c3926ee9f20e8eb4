// The pending uploads, with progress or error.
import "@mantine/core/styles/Progress.css";
import { Button, Progress, Text } from "@mantine/core";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatPercent } from "../../../lib/numbers";
import classes from "./Attachments.module.css";
import { FileSize } from "./attachmentCells";
import type { QueuedUpload, useUploads } from "./useUploads";

type Props = { uploads: ReturnType<typeof useUploads> };

export function UploadQueue({ uploads }: Props) {
  const t = useTranslate();
  if (uploads.queue.length === 0) return null;
  return (
    <ul className={classes.queue} aria-label={t("attachments.upload.queue")}>
      {uploads.queue.map((upload) => (
        <UploadItem key={upload.id} upload={upload} uploads={uploads} />
      ))}
    </ul>
  );
}

function UploadItem({ upload, uploads }: Props & { upload: QueuedUpload }) {
  const t = useTranslate();
  const { name } = upload.file;
  return (
    <li className={classes.upload}>
      <Text size="sm" className={classes.uploadName}>
        {name} <FileSize bytes={upload.file.size} />
      </Text>
      {upload.state === "failed" ? (
        <Text size="sm" role="alert" c="var(--regie-danger-text)">
          {upload.errorText}
        </Text>
      ) : (
        <UploadProgress upload={upload} />
      )}
      {upload.state === "failed" && !upload.isFinal && (
        <Button
          size="xs"
          variant="default"
          aria-label={t("attachments.upload.retry_one", { name })}
          onClick={() => uploads.retry(upload.id)}
        >
          {t("common.retry")}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        aria-label={t(
          upload.state === "failed"
            ? "attachments.upload.dismiss_one"
            : "attachments.upload.cancel_one",
          { name },
        )}
        onClick={() => uploads.cancel(upload.id)}
      >
        {t(upload.state === "failed" ? "attachments.upload.dismiss" : "common.cancel")}
      </Button>
    </li>
  );
}

function UploadProgress({ upload }: { upload: QueuedUpload }) {
  const t = useTranslate();
  const percent = formatPercent(String(Math.round(upload.progress * 100)), useLocale());
  return (
    <>
      <Progress
        className={classes.progress ?? ""}
        value={upload.progress * 100}
        aria-label={t("attachments.upload.progress", { name: upload.file.name })}
      />
      <span className={classes.figure}>{percent}</span>
    </>
  );
}
