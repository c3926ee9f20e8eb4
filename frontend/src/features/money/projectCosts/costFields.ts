// The form fields of an external cost; the project is asked for only where none is given.
import { ProjectCostCreate } from "../../../api/shapes/ProjectCostCreate.gen";
import { defineFields } from "../../../ui/form/fields";

export function costFields(hasProject: boolean) {
  return defineFields(ProjectCostCreate, [
    {
      kind: "reference",
      name: "project",
      label: "project_costs.field.project",
      path: "/projects",
      required: true,
      visibleWhen: () => !hasProject,
    },
    {
      kind: "text",
      name: "description",
      label: "project_costs.field.description",
      required: true,
    },
    { kind: "text", name: "supplier", label: "project_costs.field.supplier" },
    {
      kind: "date",
      name: "incurred_on",
      label: "project_costs.field.incurred_on",
      help: "margin.costs.help.incurred_on",
      required: true,
    },
    {
      kind: "money",
      name: "amount",
      label: "project_costs.field.amount",
      help: "margin.costs.help.amount",
      currencyField: "currency",
      required: true,
    },
    {
      kind: "choice",
      name: "currency",
      label: "project_costs.field.currency",
      enumName: "currency",
      required: true,
    },
  ]);
}
