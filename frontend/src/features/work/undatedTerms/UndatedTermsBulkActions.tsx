// The bulk actions on undated terms.
import { IconCalendarCheck, IconX } from "@tabler/icons-react";
import type { UndatedTerm } from "../../../api/types";
import { BulkActions } from "../../../ui/selection/BulkActions";
import type { BulkAction, BulkProps } from "../../../ui/selection/bulk";
import { bulkDatingFields, dismissalFields } from "./undatedTermFields";

const isOpen = ({ state }: UndatedTerm) => state === "open";

const actions: readonly BulkAction<UndatedTerm>[] = [
  {
    path: "/undated-term-datings/batches",
    requires: ["projects.edit", "clients.edit"],
    label: "undated_terms.date.action",
    icon: IconCalendarCheck,
    appliesTo: isOpen,
    done: "undated_terms.date.done_many",
    fields: bulkDatingFields,
  },
  {
    path: "/undated-term-dismissals/batches",
    requires: ["projects.edit", "clients.edit"],
    label: "undated_terms.dismiss.action",
    icon: IconX,
    appliesTo: isOpen,
    done: "undated_terms.dismiss.done_many",
    fields: dismissalFields,
  },
];

const nameOf = ({ project, client }: UndatedTerm) => (project ?? client)?.name ?? "";

export function UndatedTermsBulkActions(props: BulkProps<UndatedTerm>) {
  return <BulkActions {...props} actions={actions} nameOf={nameOf} />;
}
