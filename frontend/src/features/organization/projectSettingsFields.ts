// The settings about projects as the fields of a form.
import type { FieldDescription } from "../../ui/form/fields";

const MOST_MONTHS = 60;
const HIGHEST_THRESHOLD = 300;

export const projectSettingsFields: readonly FieldDescription[] = [
  {
    kind: "choice",
    name: "counted_hours",
    label: "organization.field.counted_hours",
    help: "organization.help.counted_hours",
    enumName: "counted_hours",
    required: true,
    section: "organization.section.new_projects",
  },
  {
    kind: "choice",
    name: "rollover",
    label: "organization.field.rollover",
    help: "organization.help.rollover",
    enumName: "rollover",
    required: true,
  },
  {
    kind: "hours",
    name: "rollover_cap_hours",
    label: "organization.field.rollover_cap_hours",
    help: "organization.help.rollover_cap_hours",
  },
  {
    kind: "integer",
    name: "rollover_expiry_months",
    label: "organization.field.rollover_expiry_months",
    help: "organization.help.rollover_expiry_months",
    min: 1,
    max: MOST_MONTHS,
  },
  {
    kind: "choice",
    name: "churn_recognition",
    label: "organization.field.churn_recognition",
    help: "organization.help.churn_recognition",
    enumName: "churn_recognition",
    required: true,
    section: "organization.section.churn",
  },
  {
    kind: "integer",
    name: "attribution_look_back_months",
    label: "organization.field.attribution_look_back_months",
    help: "organization.help.attribution_look_back_months",
    min: 1,
    max: MOST_MONTHS,
    required: true,
  },
  {
    kind: "numbers",
    name: "alert_thresholds",
    label: "organization.field.alert_thresholds",
    help: "organization.help.alert_thresholds",
    min: 1,
    max: HIGHEST_THRESHOLD,
    section: "organization.section.alerts",
  },
  {
    kind: "decimal",
    name: "alert_pace",
    label: "organization.field.alert_pace",
    help: "organization.help.alert_pace",
    required: true,
  },
];
