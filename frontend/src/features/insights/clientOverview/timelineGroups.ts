// The filters of a client's timeline, and its search parameters.
import type { Timeline } from "../../../api/types";

type Kind = Timeline["entries"][number]["kind"];

/** The kinds of each filter, in the order of the page. */
export const TIMELINE_GROUPS = {
  notes: ["note"],
  money: ["invoice", "payment", "collection_entry", "fee"],
  hours: ["hours_warning"],
  projects: ["state", "churn", "churn_undone", "won_back"],
  sales: ["sale", "approval"],
  people: ["responsibility"],
} as const satisfies Record<string, readonly Kind[]>;

export type TimelineGroup = keyof typeof TIMELINE_GROUPS;

const MAX_PAGES = 50;

export function readGroup(view: unknown): TimelineGroup | undefined {
  return Object.keys(TIMELINE_GROUPS).find((group) => group === view) as TimelineGroup | undefined;
}

/** How many pages the address asks for. */
export function readPages(page: unknown): number {
  return Number.isInteger(page) ? Math.min(Math.max(Number(page), 1), MAX_PAGES) : 1;
}
