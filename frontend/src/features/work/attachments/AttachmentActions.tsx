// The actions on a file: details, new version, delete.
import { IconFileUpload, IconListDetails, IconTrash } from "@tabler/icons-react";
import { api } from "../../../api/client";
import type { AttachmentRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { RecordActions } from "../../../ui/actions/RecordActions";
import type { RecordAction } from "../../../ui/actions/recordAction";

type Props = {
  file: AttachmentRow;
  onOpen: (id: string) => void;
  onReplace: (file: AttachmentRow) => void;
};

export function AttachmentActions({ file, onOpen, onReplace }: Props) {
  const t = useTranslate();
  const name = file.file_name;
  const details: RecordAction = {
    label: t(file.can.includes("edit") ? "attachments.edit" : "attachments.versions"),
    icon: <IconListDetails size={16} />,
    open: () => onOpen(file.api_id),
  };
  const replace: RecordAction = {
    label: t("attachments.replace"),
    icon: <IconFileUpload size={16} />,
    open: () => onReplace(file),
  };
  const remove: RecordAction = {
    label: t("attachments.delete.action"),
    icon: <IconTrash size={16} />,
    danger: true,
    irreversible: {
      run: () => api.delete("/attachments/{id}", { params: { id: file.api_id } }),
      done: t("attachments.delete.done", { name }),
      confirmation: {
        title: t("attachments.delete.title", { name }),
        detail: t("attachments.delete.detail"),
      },
    },
  };
  const actions = [
    details,
    ...(file.can.includes("edit") ? [replace] : []),
    ...(file.can.includes("delete") ? [remove] : []),
  ];
  return (
    <RecordActions path="/attachments" record={{ api_id: file.api_id, name }} actions={actions} />
  );
}
