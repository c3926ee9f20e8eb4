// The lists of files: of a client, an employee or a project.
import { listClientAttachments } from "../../../api/shapes/listClientAttachments.gen";
import { listEmployeeAttachments } from "../../../api/shapes/listEmployeeAttachments.gen";
import { listProjectAttachments } from "../../../api/shapes/listProjectAttachments.gen";
import type { Query } from "../../../api/wire";
import { defineList } from "../../../ui/table/listDescription";

const BASE = {
  defaultSort: "-uploaded_at",
  columns: [
    { id: "file_name", label: "attachments.field.file_name", sort: "file_name" },
    { id: "category", label: "attachments.field.category", sort: "category" },
    { id: "size", label: "attachments.field.size", sort: "size", align: "end" },
    { id: "valid_until", label: "attachments.field.valid_until", sort: "valid_until" },
    { id: "uploaded_at", label: "attachments.field.uploaded_at", sort: "uploaded_at" },
    { id: "uploaded_by", label: "attachments.field.uploaded_by", text: true, hidden: true },
    { id: "sensitivity", label: "attachments.field.sensitivity", hidden: true },
  ],
  filters: [
    {
      kind: "choice",
      id: "category",
      label: "attachments.field.category",
      enumName: "attachment_category",
      multiple: true,
    },
    {
      kind: "choice",
      id: "sensitivity",
      label: "attachments.field.sensitivity",
      enumName: "attachment_sensitivity",
      multiple: true,
    },
  ],
} as const;

const exportFile = (fixed: Query<"/attachments">) => ({ list: "attachments", fixed }) as const;

const LISTS_BY_NOUN = {
  clients: (id: string) =>
    defineList(listClientAttachments, { ...BASE, file: exportFile({ client: id }) }, { id }),
  employees: (id: string) =>
    defineList(listEmployeeAttachments, { ...BASE, file: exportFile({ employee: id }) }, { id }),
  projects: (id: string) =>
    defineList(listProjectAttachments, { ...BASE, file: exportFile({ project: id }) }, { id }),
};

export type Owner = { noun: keyof typeof LISTS_BY_NOUN; id: string };

export function attachmentsList({ noun, id }: Owner) {
  return LISTS_BY_NOUN[noun](id);
}
