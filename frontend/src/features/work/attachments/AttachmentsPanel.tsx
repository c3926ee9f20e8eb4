// The files of a record: upload, list, replace and delete.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useRef } from "react";
import type { AttachmentRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";
import { changedSearch } from "../../../ui/links/screenSearch";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { AttachmentActions } from "./AttachmentActions";
import { attachmentCells, FileSize } from "./attachmentCells";
import { attachmentsList, type Owner } from "./attachmentsList";
import { ACCEPTED_FILES, type Category, UploadArea } from "./UploadArea";
import { UploadQueue } from "./UploadQueue";
import { useUploads } from "./useUploads";

const AttachmentDialog = lazyComponent(
  async () => (await import("./AttachmentDialog")).AttachmentDialog,
);

type Props = { owner: Owner; canAdd: boolean };

/** The open file is in the address. */
function useOpenFile() {
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  const navigate = useNavigate();
  const open = (id: string | undefined) => {
    void navigate({ to: ".", search: changedSearch({ edit: id }), resetScroll: false });
  };
  return { edit, open };
}

/** Uploads a chosen file as a new version of an attachment. */
function useReplaceFile(uploads: ReturnType<typeof useUploads>) {
  const input = useRef<HTMLInputElement>(null);
  const targetFile = useRef<AttachmentRow>(null);
  const choose = (file: AttachmentRow) => {
    targetFile.current = file;
    input.current?.click();
  };
  const uploadChosen = () => {
    const [file] = input.current?.files ?? [];
    const target = targetFile.current;
    if (file === undefined || target === null) return;
    const fields = { version: target.version };
    uploads.add([file], {
      method: "PATCH",
      path: "/attachments/{id}",
      params: { id: target.api_id },
      fields,
    });
    if (input.current) input.current.value = "";
  };
  return { input, choose, uploadChosen };
}

export function AttachmentsPanel({ owner: { noun, id }, canAdd }: Props) {
  const t = useTranslate();
  const owner = useMemo(() => ({ noun, id }), [noun, id]);
  const list = useMemo(() => attachmentsList(owner), [owner]);
  const uploads = useUploads();
  const replacement = useReplaceFile(uploads);
  const { edit, open } = useOpenFile();
  const add = (files: readonly File[], category: Category) =>
    uploads.add(files, {
      method: "POST",
      path: `/${noun}/{id}/attachments`,
      params: { id },
      fields: { category },
    });
  return (
    <>
      {canAdd && <UploadArea onFiles={add} />}
      <input
        ref={replacement.input}
        type="file"
        hidden
        accept={ACCEPTED_FILES}
        aria-label={t("attachments.replace")}
        onChange={replacement.uploadChosen}
      />
      <UploadQueue uploads={uploads} />
      <ResourceTable
        key={id}
        list={list}
        cells={attachmentCells}
        label={t("attachments.title")}
        empty={{
          title: t("attachments.empty.title"),
          detail: t(canAdd ? "attachments.empty.detail" : "attachments.empty.none_for_you"),
        }}
        actions={(file) => (
          <AttachmentActions file={file} onOpen={open} onReplace={replacement.choose} />
        )}
      />
      {edit && (
        <AttachmentDialog
          key={edit}
          id={edit}
          renderSize={(bytes) => <FileSize bytes={bytes} />}
          onClose={() => open(undefined)}
        />
      )}
    </>
  );
}
