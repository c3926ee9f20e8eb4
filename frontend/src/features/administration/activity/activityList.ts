// The lists of the activity log: the whole log, and the activity of one record or one person.
import { listActivity } from "../../../api/shapes/listActivity.gen";
import type { ActivityEntry } from "../../../api/types";
import { ACTIVITY_PERMISSIONS } from "../../../session/permissions";
import { defineList } from "../../../ui/table/listDescription";

const action = {
  kind: "choice",
  id: "action",
  label: "activity.field.action",
  enumName: "activity_action",
  multiple: true,
} as const;

const dates = {
  kind: "dates",
  id: "at",
  label: "activity.field.at",
  from: "at_from",
  to: "at_to",
} as const;

/** Newest first, without columns to sort by. */
const log = {
  file: { list: "activity", requires: "activity.export" },
  columns: [],
  requires: ACTIVITY_PERMISSIONS,
} as const;

export const activityLog = defineList(listActivity, {
  ...log,
  views: "activity",
  filters: [
    action,
    {
      kind: "choice",
      id: "subject_type",
      label: "activity.field.subject_type",
      enumName: "activity_subject",
      multiple: true,
    },
    { kind: "reference", id: "actor", label: "activity.field.actor", path: "/users" },
    dates,
  ],
});

export const activityTimeline = defineList(listActivity, {
  ...log,
  filters: [action, dates],
  searchable: false,
});

/** A record by its id, a person (including what they did), or the only record of its kind. */
export type TimelineFilter =
  | { subject: string }
  | { person: string }
  | { subject_type: ActivityEntry["subject_type"] };
