// The form fields of the organization's settings, and the subset for finance users.
import { createElement } from "react";
import { SettingsUpdate } from "../../../api/shapes/SettingsUpdate.gen";
import { defineFields } from "../../../ui/form/fields";
import { lazyComponent } from "../../../ui/lazyComponent";

/** As tall as the control, to avoid layout shifts. */
const PENDING_LOGO = createElement("div", { "aria-busy": true, style: { minHeight: 103 } });
const LogoControl = lazyComponent(
  async () => (await import("./LogoControl")).LogoControl,
  PENDING_LOGO,
);

export const settingsFields = defineFields(SettingsUpdate, [
  {
    kind: "text",
    name: "name",
    label: "organization.field.name",
    help: "organization.help.name",
    required: true,
    section: "organization.section.identity",
  },
  {
    kind: "file",
    name: "logo",
    label: "organization.field.logo",
    help: "organization.help.logo",
    control: LogoControl,
  },
  {
    kind: "choice",
    name: "default_locale",
    label: "organization.field.default_locale",
    help: "organization.help.default_locale",
    enumName: "language",
    required: true,
  },
  {
    kind: "choice",
    name: "reporting_currency",
    label: "organization.field.reporting_currency",
    help: "organization.help.reporting_currency",
    enumName: "currency",
    required: true,
    section: "organization.section.days",
  },
  {
    kind: "timezone",
    name: "timezone",
    label: "organization.field.timezone",
    help: "organization.help.timezone",
    required: true,
  },
  {
    kind: "choice",
    name: "fiscal_year_start",
    label: "organization.field.fiscal_year_start",
    help: "organization.help.fiscal_year_start",
    enumName: "fiscal_year_start",
    required: true,
  },
  {
    kind: "choice",
    name: "exchange_rate_source",
    label: "organization.field.exchange_rate_source",
    help: "organization.help.exchange_rate_source",
    enumName: "exchange_rate_source",
    required: true,
    section: "organization.section.receivables",
  },
  {
    kind: "integer",
    name: "payment_terms_days",
    label: "organization.field.payment_terms_days",
    help: "organization.help.payment_terms_days",
    required: true,
  },
  {
    kind: "textarea",
    name: "payment_instructions_en",
    label: "organization.field.payment_instructions_en",
    help: "organization.help.payment_instructions_en",
  },
  {
    kind: "textarea",
    name: "payment_instructions_fr",
    label: "organization.field.payment_instructions_fr",
    help: "organization.help.payment_instructions_fr",
  },
  {
    kind: "numbers",
    name: "aging_buckets",
    label: "organization.field.aging_buckets",
    help: "organization.help.aging_buckets",
    required: true,
  },
  {
    kind: "integer",
    name: "overhead_percent",
    label: "organization.field.overhead_percent",
    help: "organization.help.overhead_percent",
    required: true,
  },
  {
    kind: "references",
    name: "month_pack_recipients",
    label: "organization.field.month_pack_recipients",
    help: "organization.help.month_pack_recipients",
    path: "/settings/month-pack-candidates",
  },
  {
    kind: "integer",
    name: "reminder_interval_days",
    label: "organization.field.reminder_interval_days",
    help: "organization.help.reminder_interval_days",
    required: true,
    section: "organization.section.reminders",
  },
  {
    kind: "text",
    name: "reminder_subject_en",
    label: "organization.field.reminder_subject_en",
    help: "organization.help.reminder_subject",
  },
  {
    kind: "text",
    name: "reminder_subject_fr",
    label: "organization.field.reminder_subject_fr",
    help: "organization.help.reminder_subject",
  },
  {
    kind: "textarea",
    name: "reminder_text_en",
    label: "organization.field.reminder_text_en",
    help: "organization.help.reminder_text",
  },
  {
    kind: "textarea",
    name: "reminder_text_fr",
    label: "organization.field.reminder_text_fr",
    help: "organization.help.reminder_text",
  },
  {
    kind: "text",
    name: "firm_reminder_subject_en",
    label: "organization.field.firm_reminder_subject_en",
    help: "organization.help.reminder_subject",
  },
  {
    kind: "text",
    name: "firm_reminder_subject_fr",
    label: "organization.field.firm_reminder_subject_fr",
    help: "organization.help.reminder_subject",
  },
  {
    kind: "textarea",
    name: "firm_reminder_text_en",
    label: "organization.field.firm_reminder_text_en",
    help: "organization.help.reminder_text",
  },
  {
    kind: "textarea",
    name: "firm_reminder_text_fr",
    label: "organization.field.firm_reminder_text_fr",
    help: "organization.help.reminder_text",
  },
  {
    kind: "tags",
    name: "allowed_email_domains",
    label: "organization.field.allowed_email_domains",
    help: "organization.help.allowed_email_domains",
    section: "organization.section.sign_in",
  },
  {
    kind: "switch",
    name: "admins_need_two_factor",
    label: "organization.field.admins_need_two_factor",
    help: "organization.help.admins_need_two_factor",
  },
  {
    kind: "text",
    name: "bug_project",
    label: "organization.field.bug_project",
    help: "organization.help.bug_project",
    section: "organization.section.bug_report",
  },
  {
    kind: "integer",
    name: "retention_activity_months",
    label: "organization.field.retention_activity_months",
    help: "organization.help.retention_activity_months",
    section: "organization.section.retention",
  },
  {
    kind: "integer",
    name: "retention_imports_days",
    label: "organization.field.retention_imports_days",
    help: "organization.help.retention_imports_days",
    required: true,
  },
  {
    kind: "integer",
    name: "retention_exports_days",
    label: "organization.field.retention_exports_days",
    help: "organization.help.retention_exports_days",
    required: true,
  },
  {
    kind: "integer",
    name: "retention_notifications_days",
    label: "organization.field.retention_notifications_days",
    help: "organization.help.retention_notifications_days",
    required: true,
  },
  {
    kind: "integer",
    name: "retention_mails_days",
    label: "organization.field.retention_mails_days",
    help: "organization.help.retention_mails_days",
  },
]);

/** The settings that finance users may edit. */
const RATES_FIELD_NAMES: ReadonlySet<string> = new Set([
  "exchange_rate_source",
  "payment_terms_days",
  "payment_instructions_en",
  "payment_instructions_fr",
  "aging_buckets",
  "month_pack_recipients",
  "overhead_percent",
  "reminder_interval_days",
  "reminder_subject_en",
  "reminder_subject_fr",
  "reminder_text_en",
  "reminder_text_fr",
  "firm_reminder_subject_en",
  "firm_reminder_subject_fr",
  "firm_reminder_text_en",
  "firm_reminder_text_fr",
]);

export const ratesFields = settingsFields.filter(({ name }) => RATES_FIELD_NAMES.has(name));
