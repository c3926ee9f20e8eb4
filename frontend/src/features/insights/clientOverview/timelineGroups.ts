// The filters of a client's timeline, and its search parameters.
import type { CurrentUser, Permission, Timeline } from "../../../api/types";
import { can } from "../../../session/permissions";

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

/** The permission without which a filter finds nothing. */
const NEEDS: { readonly [Group in TimelineGroup]?: Permission } = {
  money: "clients.money",
  hours: "retainers.view",
  projects: "projects.view",
  sales: "oos_sales.view",
};

const MAX_PAGES = 50;

/** The filters that can find something for the user; `seesMoney`: whether they see the amounts of this client. */
export function permittedGroups(user: CurrentUser, seesMoney: boolean): TimelineGroup[] {
  return (Object.keys(TIMELINE_GROUPS) as TimelineGroup[]).filter((group) => {
    const needed = NEEDS[group];
    return (group !== "money" || seesMoney) && (needed === undefined || can(user, needed));
  });
}

export function readGroup(
  view: unknown,
  groups: readonly TimelineGroup[],
): TimelineGroup | undefined {
  return groups.find((group) => group === view);
}

/** How many pages the address asks for. */
export function readPages(page: unknown): number {
  return Number.isInteger(page) ? Math.min(Math.max(Number(page), 1), MAX_PAGES) : 1;
}
