// The organization's settings as the fields of a form.
import type { FieldDescription } from "../../ui/form/fields";

const LONGEST_DOMAIN = 253;
const LATEST_EDGE = 365;

export const settingsFields: readonly FieldDescription[] = [
  {
    kind: "text",
    name: "name",
    label: "organization.field.name",
    help: "organization.help.name",
    required: true,
    section: "organization.section.identity",
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
    kind: "tags",
    name: "allowed_email_domains",
    label: "organization.field.allowed_email_domains",
    help: "organization.help.allowed_email_domains",
    max: LONGEST_DOMAIN,
    section: "organization.section.sign_in",
  },
  {
    kind: "switch",
    name: "admins_need_two_factor",
    label: "organization.field.admins_need_two_factor",
    help: "organization.help.admins_need_two_factor",
  },
  {
    kind: "numbers",
    name: "ageing_edges",
    label: "organization.field.ageing_edges",
    help: "organization.help.ageing_edges",
    min: 1,
    max: LATEST_EDGE,
    required: true,
    section: "organization.section.receivables",
  },
];
