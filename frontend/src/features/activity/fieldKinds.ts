// Every field that the log can name, and what kind of value it holds; its word is in the catalogue under the same name.
import type { MessageKey } from "../../i18n/keys";

type FieldName<Key> = Key extends `activity.field.${infer Name}` ? Name : never;
export type LoggedField = FieldName<MessageKey>;

export type ValueKind =
  | "text"
  | "date"
  | "instant"
  | "money"
  | "hours"
  | "timezone"
  | { enumName: string };

const choice = (enumName: string): ValueKind => ({ enumName });

const KINDS: Readonly<Record<LoggedField, ValueKind>> = {
  name: "text",
  first_name: "text",
  last_name: "text",
  email: "text",
  account_manager: "text",
  project_manager: "text",
  team: "text",
  client: "text",
  currency: choice("currency"),
  language: choice("language"),
  locale: choice("language"),
  industry: choice("industry"),
  website: "text",
  contact_name: "text",
  contact_email: "text",
  contact_phone: "text",
  billing_email: "text",
  address: "text",
  payment_terms_days: "text",
  tags: "text",
  notes: "text",
  health: choice("client_health"),
  health_note: "text",
  archived_at: "instant",
  number: "text",
  kind: choice("project_kind"),
  status: choice("project_status"),
  start_on: "date",
  end_on: "date",
  hourly_rate: "money",
  budget_hours: "hours",
  counted_hours: choice("counted_hours"),
  description: "text",
  teamwork_project_id: "text",
  deal: "text",
  amount: "money",
  parent_project: "text",
  sold_on: "date",
  oos_type: choice("oos_type"),
  approved_on: "date",
  included_hours: "hours",
  billing_day: "text",
  term_months: "text",
  renews_on: "date",
  auto_renew: "text",
  notice_days: "text",
  rollover: choice("rollover"),
  rollover_cap_hours: "hours",
  rollover_expiry_months: "text",
  overage_rate: "money",
  monthly_fee: "money",
  members: "text",
  sold_by: "text",
  representative: "text",
  users: "text",
  user: "text",
  job_title: "text",
  started_on: "date",
  ended_on: "date",
  capacity_hours_week: "hours",
  teamwork_user_id: "text",
  metric_scopes: "text",
  metric_permissions: "text",
  timezone: "timezone",
  roles: choice("role"),
  previous_roles: choice("role"),
  avatar: "text",
  default_locale: choice("language"),
  allowed_email_domains: "text",
  admins_need_two_factor: "text",
  method: choice("sign_in_method"),
  second_factor: choice("second_factor"),
  cause: choice("sign_in_cause"),
  browser: "text",
  reason: "text",
  to: "text",
  clients: "text",
  projects: "text",
  decision: choice("match_decision"),
  other_name: "text",
  teamwork_link: "text",
  hubspot_link: "text",
  quickbooks_link: "text",
  is_on: "text",
  url: "text",
  calls_per_minute: "text",
  api_version: choice("hubspot_api_version"),
  client_id: "text",
  realm: "text",
  key: "text",
  client_secret: "text",
  webhook_secret: "text",
  consent: "text",
};

export function isLoggedField(name: string): name is LoggedField {
  return Object.hasOwn(KINDS, name);
}

/** A field that nobody described is shown as it was written. */
export function kindOf(name: string, subject: string): ValueKind {
  if (name === "status" && subject === "user") return choice("user_status");
  return isLoggedField(name) ? KINDS[name] : "text";
}
