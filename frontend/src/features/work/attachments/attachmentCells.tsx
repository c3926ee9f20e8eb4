// The cells of the list of files.
import { Anchor, Group, Text } from "@mantine/core";
import { IconClockExclamation, IconLock } from "@tabler/icons-react";
import { apiUrl } from "../../../api/client";
import type { AttachmentRow, EnumName } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatSize } from "../../../lib/fileSizes";
import { useEnumOptions } from "../../../session/enumOptions";
import { Badge } from "../../../ui/display/Badge";
import { DateText, RelativeText } from "../../../ui/display/DateText";
import type { CellsOf } from "../../../ui/table/tableModel";
import classes from "./Attachments.module.css";
import type { attachmentsList } from "./attachmentsList";

export const attachmentCells: CellsOf<ReturnType<typeof attachmentsList>> = {
  file_name: (file) => <FileCell file={file} />,
  category: (file) => <EnumLabel enumName="attachment_category" value={file.category} />,
  size: (file) => <FileSize bytes={file.size} />,
  valid_until: (file) => <ValidUntil file={file} />,
  uploaded_at: (file) => <RelativeText at={file.uploaded_at} />,
  sensitivity: (file) => <EnumLabel enumName="attachment_sensitivity" value={file.sensitivity} />,
};

export function FileSize({ bytes }: { bytes: number }) {
  return <span className={classes.figure}>{formatSize(bytes, useLocale())}</span>;
}

function EnumLabel({ enumName, value }: { enumName: EnumName; value: string }) {
  const { label } = useEnumOptions();
  return <>{label(enumName, value)}</>;
}

function FileCell({ file }: { file: AttachmentRow }) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  return (
    <div className={classes.file}>
      <Group gap={6} wrap="wrap">
        <Anchor
          href={apiUrl("/attachments/{id}/content", { params: { id: file.api_id } })}
          download
          className={classes.name}
        >
          {file.file_name}
        </Anchor>
        {file.file_number > 1 && (
          <Badge>{t("attachments.version", { number: file.file_number })}</Badge>
        )}
        {file.sensitivity !== "normal" && (
          <Badge icon={<IconLock size={14} aria-hidden />}>
            {label("attachment_sensitivity", file.sensitivity)}
          </Badge>
        )}
      </Group>
      {file.title && (
        <Text size="xs" c="dimmed">
          {file.title}
        </Text>
      )}
    </div>
  );
}

function ValidUntil({ file }: { file: AttachmentRow }) {
  const t = useTranslate();
  return (
    <Group gap={6} wrap="wrap">
      <DateText on={file.valid_until} />
      {file.is_expired && (
        <Badge tone="warning" icon={<IconClockExclamation size={14} aria-hidden />}>
          {t("attachments.expired")}
        </Badge>
      )}
    </Group>
  );
}
