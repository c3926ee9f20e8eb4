// A file's details and versions in a dialog.
import { Anchor, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { apiUrl } from "../../../api/client";
import { itemQuery } from "../../../api/queries";
import type { Attachment } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { RelativeText } from "../../../ui/display/DateText";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { FormModal } from "../../../ui/form/FormModal";
import { lazyComponent } from "../../../ui/lazyComponent";
import classes from "./AttachmentDialog.module.css";

/** Loaded only for users who may edit the file. */
const AttachmentForm = lazyComponent(async () => (await import("./AttachmentForm")).AttachmentForm);

/** Passed by the list, whose code is already loaded. */
type RenderSize = (bytes: number) => ReactNode;
type Props = { id: string; renderSize: RenderSize; onClose: () => void };

export function AttachmentDialog({ id, renderSize, onClose }: Props) {
  const t = useTranslate();
  const { data: file, isError, refetch } = useQuery(itemQuery("/attachments/{id}", id));
  return (
    <FormModal opened title={file?.file_name ?? t("attachments.one")} onClose={onClose}>
      {file ? (
        <Details file={file} renderSize={renderSize} onClose={onClose} />
      ) : isError ? (
        <LoadFailure retry={refetch} />
      ) : (
        <Skeleton height={320} />
      )}
    </FormModal>
  );
}

type DetailsProps = { file: Attachment; renderSize: RenderSize; onClose: () => void };

function Details({ file, renderSize, onClose }: DetailsProps) {
  return (
    <Stack gap="lg">
      <Versions file={file} renderSize={renderSize} />
      {file.can.includes("edit") && <AttachmentForm file={file} onClose={onClose} />}
    </Stack>
  );
}

function Versions({ file, renderSize }: Omit<DetailsProps, "onClose">) {
  const t = useTranslate();
  const params = { id: file.api_id };
  return (
    <ul className={classes.versions} aria-label={t("attachments.versions")}>
      {file.files.map((version) => (
        <li key={version.file_number} className={classes.version}>
          <Anchor
            href={apiUrl("/attachments/{id}/content", {
              params,
              query: { version: version.file_number },
            })}
            download
            className={classes.name}
          >
            {t("attachments.version_of", { number: version.file_number, name: version.file_name })}
          </Anchor>
          <Text size="sm" c="dimmed">
            {renderSize(version.size)} · {version.uploaded_by.name} ·{" "}
            <RelativeText at={version.uploaded_at} />
          </Text>
        </li>
      ))}
    </ul>
  );
}
