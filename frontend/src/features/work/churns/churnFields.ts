// The form fields of a loss.
import { ChurnCreate } from "../../../api/shapes/ChurnCreate.gen";
import { defineFields } from "../../../ui/form/fields";

export const churnFields = defineFields(ChurnCreate, [
  {
    kind: "date",
    name: "effective_on",
    label: "churns.field.effective_on",
    help: "churns.help.effective_on",
    required: true,
    section: "churns.section.when",
  },
  { kind: "date", name: "notice_on", label: "churns.field.notice_on" },
  {
    kind: "choice",
    name: "reason",
    label: "churns.field.reason",
    enumName: "churn_reason",
    required: true,
    section: "churns.section.why",
  },
  { kind: "text", name: "competitor", label: "churns.field.competitor" },
  {
    kind: "choice",
    name: "initiated_by",
    label: "churns.field.initiated_by",
    enumName: "churn_initiator",
    required: true,
  },
  {
    kind: "switch",
    name: "preventable",
    label: "churns.field.was_preventable",
    help: "churns.help.preventable",
  },
  {
    kind: "textarea",
    name: "note",
    label: "churns.field.note",
    help: "churns.help.note",
    required: true,
  },
  {
    kind: "weights",
    name: "attribution",
    label: "churns.field.attribution",
    help: "churns.help.attribution",
    path: "/employees",
    required: true,
    section: "churns.section.whose",
  },
]);
