// One file in a dialogue: what is said about it, and every file it has had.
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

/** Many only look at the versions; the form comes for those who may change something. */
const AttachmentForm = lazyComponent(async () => (await import("./AttachmentForm")).AttachmentForm);

/** Sizes are worded by the list behind it, so that its code is not fetched again for them. */
type SizeOf = (bytes: number) => ReactNode;
type Props = { id: string; sizeOf: SizeOf; onClose: () => void };

export function AttachmentDialog({ id, sizeOf, onClose }: Props) {
  const t = useTranslate();
  const { data: file, isError, refetch } = useQuery(itemQuery("/attachments/{id}", id));
  return (
    <FormModal opened title={file?.file_name ?? t("attachments.one")} onClose={onClose}>
      {file ? (
        <Details file={file} sizeOf={sizeOf} onClose={onClose} />
      ) : isError ? (
        <LoadFailure retry={refetch} />
      ) : (
        <Skeleton height={320} />
      )}
    </FormModal>
  );
}

type DetailsProps = { file: Attachment; sizeOf: SizeOf; onClose: () => void };

function Details({ file, sizeOf, onClose }: DetailsProps) {
  return (
    <Stack gap="lg">
      <Files file={file} sizeOf={sizeOf} />
      {file.can.includes("edit") && <AttachmentForm file={file} onClose={onClose} />}
    </Stack>
  );
}

function Files({ file, sizeOf }: Omit<DetailsProps, "onClose">) {
  const t = useTranslate();
  const params = { id: file.api_id };
  return (
    <ul className={classes.versions} aria-label={t("attachments.versions")}>
      {file.files.map((one) => (
        <li key={one.file_number} className={classes.version}>
          <Anchor
            href={apiUrl("/attachments/{id}/content", {
              params,
              query: { version: one.file_number },
            })}
            download
            className={classes.name}
          >
            {t("attachments.version_of", { number: one.file_number, name: one.file_name })}
          </Anchor>
          <Text size="sm" c="dimmed">
            {sizeOf(one.size)} · {one.uploaded_by.name} · <RelativeText at={one.uploaded_at} />
          </Text>
        </li>
      ))}
    </ul>
  );
}
