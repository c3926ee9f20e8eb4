// The form fields of the client's decision.
import { OosApprovalCreate } from "../../../api/shapes/OosApprovalCreate.gen";
import { defineFields } from "../../../ui/form/fields";
import { lazyComponent } from "../../../ui/lazyComponent";

const FileControl = lazyComponent(
  async () => (await import("../../../ui/form/controls/FileControl")).FileControl,
);

export function decisionFields(project: string) {
  const files = {
    path: "/projects/{id}/attachments",
    params: { id: project },
    category: "proof",
    none: "oos_sales.file.none",
    upload: "oos_sales.file.upload",
  } as const;
  return defineFields(OosApprovalCreate, [
    {
      kind: "choice",
      name: "decision",
      label: "oos_sales.field.decision",
      enumName: "oos_decision",
      required: true,
    },
    { kind: "date", name: "decided_on", label: "oos_sales.field.decided_on", required: true },
    { kind: "text", name: "contact_name", label: "oos_sales.field.contact_name" },
    {
      kind: "file",
      name: "attachment",
      label: "oos_sales.field.attachment",
      help: "oos_sales.help.attachment",
      control: (props) => <FileControl {...props} files={files} />,
    },
    { kind: "textarea", name: "note", label: "oos_sales.field.note" },
  ]);
}
