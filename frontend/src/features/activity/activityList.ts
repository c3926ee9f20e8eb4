// The activity log as data: all of it, what is about one record, or what is around one person.

import type { ActivityEntry } from "../../api/types";
import { READS_ACTIVITY } from "../../session/permissions";
import type { FilterDescription, ListDescription } from "../../ui/table/listDescription";

const ACTIONS = [
  "created",
  "changed",
  "deleted",
  "signed_in",
  "signed_out",
  "sign_in_refused",
  "password_changed",
  "invited",
  "handed_over",
  "impersonation_started",
  "impersonation_stopped",
  "google_linked",
  "google_unlinked",
  "proof_refused",
  "totp_on",
  "totp_off",
  "passkey_added",
  "passkey_removed",
  "recovery_codes_renewed",
  "two_factor_reset",
  "session_ended",
  "sessions_ended",
  "exported",
  "imported",
  "rates_fetched",
  "missing_accepted",
] as const satisfies readonly ActivityEntry["action"][];

/** Whatever the log speaks of: a kind of record that is missing here does not compile. */
const SUBJECTS = Object.keys({
  client: true,
  project: true,
  invoice: true,
  payment: true,
  retainer_period: true,
  churn: true,
  oos_approval: true,
  attachment: true,
  core_value: true,
  award: true,
  goal: true,
  team: true,
  employee: true,
  user: true,
  saved_view: true,
  settings: true,
  enum_option: true,
  exchange_rate: true,
  import: true,
  activity: true,
  export: true,
  connection: true,
  match: true,
} satisfies Record<ActivityEntry["subject_type"], true>);

const action: FilterDescription = {
  kind: "choice",
  id: "action",
  label: "activity.column.action",
  values: ACTIONS,
  enumName: "activity_action",
  many: true,
};

const dates: FilterDescription = {
  kind: "dates",
  id: "at",
  label: "activity.column.at",
  from: "at_from",
  to: "at_to",
};

/** Entries are drawn as a log, newest first: there are no columns to sort by. */
const log: ListDescription = {
  path: "/activity",
  file: { list: "activity", needs: "activity.export" },
  columns: [],
  filters: [action, dates],
  needs: READS_ACTIVITY,
};

export const activityLog: ListDescription = {
  ...log,
  views: "activity",
  filters: [
    action,
    {
      kind: "choice",
      id: "subject_type",
      label: "activity.column.subject_type",
      values: SUBJECTS,
      enumName: "activity_subject",
      many: true,
    },
    { kind: "reference", id: "actor", label: "activity.column.actor", path: "/users" },
    dates,
  ],
};

export const activityTimeline: ListDescription = { ...log, searchable: false };

/** One record by its id, a person (what they did as well), or the only record of its kind. */
export type About =
  | { subject: string }
  | { person: string }
  | { subject_type: ActivityEntry["subject_type"] };
