// The form fields of a decision about hours over.
import { OverageDecide } from "../../../api/shapes/OverageDecide.gen";
import type { Overage } from "../../../api/types";
import { defineFields } from "../../../ui/form/fields";

/** What the month allows; the rate is asked for only where none is agreed. */
export function decisionFields({ can, rate_source, client }: Overage) {
  return defineFields(OverageDecide, [
    {
      kind: "choice",
      name: "kind",
      label: "overages.field.kind",
      enumName: "overage_kind",
      values: can,
      required: true,
    },
    { kind: "hours", name: "hours", label: "overages.field.hours", required: true },
    {
      kind: "money",
      name: "rate",
      label: "overages.field.rate",
      currencyField: "currency",
      required: true,
      visibleWhen: ({ kind }) => kind === "billed" && rate_source !== "overage",
    },
    {
      kind: "date",
      name: "due_on",
      label: "overages.field.due_on",
      visibleWhen: ({ kind }) => kind === "billed",
    },
    {
      kind: "text",
      name: "reason",
      label: "overages.field.reason",
      required: true,
      visibleWhen: ({ kind }) => kind === "given",
    },
    {
      kind: "reference",
      name: "project",
      label: "overages.field.package",
      help: "overages.help.package",
      path: "/projects",
      query: { kind: ["oos"], client: [client.api_id] },
      required: true,
      visibleWhen: ({ kind }) => kind === "sold",
    },
  ]);
}
