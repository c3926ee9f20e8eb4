// The form fields of a file.
import { updateAttachment } from "../../../api/shapes/updateAttachment.gen";
import { defineFields } from "../../../ui/form/fields";

export const attachmentFields = defineFields(updateAttachment, [
  {
    kind: "text",
    name: "file_name",
    label: "attachments.field.file_name",
    help: "attachments.help.file_name",
    required: true,
  },
  { kind: "text", name: "title", label: "attachments.field.title" },
  {
    kind: "choice",
    name: "category",
    label: "attachments.field.category",
    enumName: "attachment_category",
    required: true,
  },
  {
    kind: "choice",
    name: "sensitivity",
    label: "attachments.field.sensitivity",
    enumName: "attachment_sensitivity",
    required: true,
  },
  {
    kind: "date",
    name: "valid_until",
    label: "attachments.field.valid_until",
    help: "attachments.help.valid_until",
  },
]);
