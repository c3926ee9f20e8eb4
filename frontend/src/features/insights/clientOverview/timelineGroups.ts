// The filters of a client's timeline, and its search parameters.
import type { Timeline } from "../../../api/types";
import type { ScreenSearch } from "../../../ui/links/screenSearch";

type Kind = Timeline["entries"][number]["kind"];

/** The kinds of each filter, in the order of the page. */
export const TIMELINE_GROUPS = {
  notes: ["note"],
  money: ["invoice", "payment", "fee"],
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

/** The filter, the number of pages, and the note that is open in its dialog. */
export function readTimelineSearch({ view, page, edit }: Record<string, unknown>): ScreenSearch {
  const group = readGroup(view);
  const pages = Number.isInteger(page) ? Math.min(Math.max(Number(page), 1), MAX_PAGES) : 1;
  return {
    ...(group ? { view: group } : {}),
    ...(pages > 1 ? { page: pages } : {}),
    ...(typeof edit === "string" ? { edit } : {}),
  };
}
