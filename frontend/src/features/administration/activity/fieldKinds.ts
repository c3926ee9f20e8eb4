// The labels and value kinds of logged fields.

import type { ActivityEntry, EnumName } from "../../../api/types";
import type { LabelledNoun } from "../../../i18n/keys";

/** The noun whose field labels apply to each kind of record; `activity` has the labels of other details. */
export const NOUN_OF_SUBJECT: Readonly<Record<ActivityEntry["subject_type"], LabelledNoun>> = {
  client: "clients",
  project: "projects",
  project_proposal: "project_proposals",
  project_kind_rule: "projects",
  project_cost: "project_costs",
  invoice: "invoices",
  payment: "payments",
  retainer_period: "retainer_periods",
  churn: "churns",
  oos_approval: "oos_sales",
  attachment: "attachments",
  core_value: "core_values",
  award: "recognition",
  goal: "goals",
  team: "teams",
  employee: "employees",
  user: "users",
  saved_view: "saved_views",
  settings: "organization",
  enum_option: "enum_options",
  exchange_rate: "exchange_rates",
  import: "activity",
  activity: "activity",
  backup: "activity",
  mail: "activity",
  export: "activity",
  connection: "connections",
  match: "matching",
  month: "months",
  deal: "activity",
};

export type ValueKind =
  | "text"
  | "date"
  | "instant"
  | "money"
  | "money_parts"
  | "hours"
  | "number"
  | "rate"
  | "timezone"
  | { enumName: EnumName };

const choice = (enumName: EnumName): ValueKind => ({ enumName });

/** Kinds that do not follow from the suffix of a field's name. */
const KINDS: Readonly<Record<string, ValueKind>> = {
  effective_from: "date",
  matter: choice("matter_kind"),
  created: "number",
  updated: "number",
  values_received: choice("notification_channel"),
  goals_due: choice("notification_channel"),
  budget_warnings: choice("notification_channel"),
  client_decisions: choice("notification_channel"),
  renewals: choice("notification_channel"),
  overdue_invoices: choice("notification_channel"),
  sync_trouble: choice("notification_channel"),
  exports: choice("notification_channel"),
  impersonation: choice("notification_channel"),
  months: choice("notification_channel"),
  department: choice("department"),
  employment: choice("employment"),
  measure: choice("goal_measure"),
  metric_key: choice("goal_metric"),
  direction: choice("goal_direction"),
  start_value: "number",
  target_value: "number",
  visibility: choice("goal_visibility"),
  icon: choice("core_value_icon"),
  colour: choice("core_value_colour"),
  closed_value: "number",
  category: choice("attachment_category"),
  sensitivity: choice("attachment_sensitivity"),
  valid_until: "date",
  currency: choice("currency"),
  language: choice("language"),
  locale: choice("language"),
  industry: choice("industry"),
  adjustment: "hours",
  health: choice("client_health"),
  kind: choice("project_kind"),
  status: choice("project_status"),
  hourly_rate: "money",
  counted_hours: choice("counted_hours"),
  amount: "money",
  invoice: "money_parts",
  target_revenue: "money_parts",
  target_margin: "money_parts",
  target_mrr: "money_parts",
  target_oos_sold: "money_parts",
  target_lost_retainers: "money_parts",
  oos_type: choice("oos_type"),
  oos_decision: choice("oos_decision"),
  churn_recognition: choice("churn_recognition"),
  alert_pace: "number",
  reporting_currency: choice("currency"),
  fiscal_year_start: choice("fiscal_year_start"),
  rate: "rate",
  source: choice("rate_source"),
  exchange_rate_source: choice("exchange_rate_source"),
  rollover: choice("rollover"),
  overage_rate: "money",
  monthly_fee: "money",
  billing_interval: choice("billing_interval"),
  interval_fee: "money",
  mrr_change: "money",
  amount_change: "money",
  capacity_hours_week: "hours",
  opening_hours: "hours",
  timezone: "timezone",
  roles: choice("role"),
  previous_roles: choice("role"),
  default_locale: choice("language"),
  method: choice("sign_in_method"),
  second_factor: choice("second_factor"),
  cause: choice("sign_in_cause"),
  rows: "number",
  initiated_by: choice("churn_initiator"),
  state: choice("churn_state"),
  term: choice("term_name"),
  scope: choice("churn_scope"),
  decision: choice("match_decision"),
  api_version: choice("hubspot_api_version"),
  period_start: "date",
  period_end: "date",
  month: "date",
};

/** Kinds by the suffix of a field's name. */
const SUFFIXES = { _on: "date", _at: "instant", _hours: "hours" } as const;

/** Enumerations of fields whose values depend on the kind of record: `<subject>_<field>`. */
const ENUMS_BY_SUBJECT: Readonly<Record<string, EnumName>> = {
  project_kind_rule_kind: "kind_rule",
  user_status: "user_status",
  churn_reason: "churn_reason",
  payment_status: "payment_status",
  goal_status: "goal_status",
};

export function valueKindOf(name: string, subject: string): ValueKind {
  const subjectEnum = ENUMS_BY_SUBJECT[`${subject}_${name}`];
  if (subjectEnum) return choice(subjectEnum);
  const suffix = Object.entries(SUFFIXES).find(([end]) => name.endsWith(end));
  return KINDS[name] ?? suffix?.[1] ?? "text";
}
