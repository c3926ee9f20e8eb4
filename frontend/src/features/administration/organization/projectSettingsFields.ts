// The form fields of the project settings.
import { SettingsUpdate } from "../../../api/shapes/SettingsUpdate.gen";
import { defineFields } from "../../../ui/form/fields";

export const projectSettingsFields = defineFields(SettingsUpdate, [
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
    required: true,
  },
  {
    kind: "numbers",
    name: "alert_thresholds",
    label: "organization.field.alert_thresholds",
    help: "organization.help.alert_thresholds",
    section: "organization.section.alerts",
  },
  {
    kind: "decimal",
    name: "alert_pace",
    label: "organization.field.alert_pace",
    help: "organization.help.alert_pace",
    required: true,
  },
]);
