// The list of one record's files as data.
import type { ListDescription } from "../../ui/table/listDescription";

const CATEGORY_VALUES = [
  "contract",
  "statement_of_work",
  "change_order",
  "brief",
  "proof",
  "other",
];
const SENSITIVITY_VALUES = ["normal", "financial", "hr"];

export type Owner = { noun: "projects" | "clients" | "employees"; id: string };

export function filesPath({ noun, id }: Owner): string {
  return `/${noun}/${id}/attachments`;
}

export function attachmentsList(owner: Owner): ListDescription {
  return {
    path: filesPath(owner),
    file: { list: "attachments", fixed: { [owner.noun.slice(0, -1)]: owner.id } },
    defaultSort: "-uploaded_at",
    columns: [
      { id: "file_name", label: "attachments.field.file_name", sort: "file_name" },
      { id: "category", label: "attachments.field.category", sort: "category" },
      { id: "size", label: "attachments.field.size", sort: "size", align: "end" },
      { id: "valid_until", label: "attachments.field.valid_until", sort: "valid_until" },
      { id: "uploaded_at", label: "attachments.field.uploaded_at", sort: "uploaded_at" },
      { id: "uploaded_by", label: "attachments.field.uploaded_by", hidden: true },
      { id: "sensitivity", label: "attachments.field.sensitivity", hidden: true },
    ],
    filters: [
      {
        kind: "choice",
        id: "category",
        label: "attachments.field.category",
        values: CATEGORY_VALUES,
        enumName: "attachment_category",
        many: true,
      },
      {
        kind: "choice",
        id: "sensitivity",
        label: "attachments.field.sensitivity",
        values: SENSITIVITY_VALUES,
        enumName: "attachment_sensitivity",
        many: true,
      },
    ],
  };
}
