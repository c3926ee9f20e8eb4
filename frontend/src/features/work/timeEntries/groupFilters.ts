// The filters that select the time entries of a group.
import type { TimeEntryGroup } from "../../../api/types";
import type { Query } from "../../../api/wire";

/** The filters of time entries, without pages and order. */
export type TimeFilters = Omit<Query<"/time-entries">, "page" | "per_page" | "sort" | "search">;

export function groupFilters(group: TimeEntryGroup): TimeFilters {
  const { by, record, service_key: key, starts_on, ends_on } = group;
  if (starts_on !== null && ends_on !== null) return { worked_from: starts_on, worked_to: ends_on };
  if (by === "day" || by === "week" || by === "month") return { unmatched: ["day"] };
  if (record !== null) return { [by]: [record.api_id] };
  if (key !== null)
    return by === "employee" ? { service_person: [key] } : { service_project: [key] };
  return { unmatched: [by === "employee" ? "person" : by] };
}
