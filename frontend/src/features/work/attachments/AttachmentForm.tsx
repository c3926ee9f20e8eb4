// The form of a file's details.
import type { Attachment } from "../../../api/types";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { attachmentFields } from "./attachmentFields";

type Props = { file: Attachment; onClose: () => void };

export function AttachmentForm({ file, onClose }: Props) {
  return (
    <ResourceForm
      key={file.version}
      formKey={`attachments/${file.api_id}`}
      path="/attachments"
      fields={attachmentFields}
      record={file}
      onSaved={onClose}
      onCancel={onClose}
    />
  );
}
