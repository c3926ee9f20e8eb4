// The home page's search parameters: the tab of the triage list, and the open action and its record.
import type { MatterKind, TriageView } from "../../../api/types";
import { isId } from "../../../session/guards";

const HOME_ACTIONS = ["schedule", "decide", "check_in"] as const;
export type HomeAction = (typeof HOME_ACTIONS)[number];
export type HomeSearch = { do?: HomeAction | undefined; of?: string | undefined };

export function parseHomeSearch(raw: Record<string, unknown>): HomeSearch {
  const action = HOME_ACTIONS.find((name) => name === raw.do);
  return action && isId(raw.of) ? { do: action, of: raw.of } : {};
}

const MATTER_KINDS = [
  "next_step",
  "overdue",
  "promise",
  "over_hours",
  "decide_hours",
  "approval",
  "renewal",
  "churn",
  "to_invoice",
  "unscheduled",
  "deal",
  "late_project",
  "over_budget",
  "ending_soon",
] as const satisfies readonly Exclude<MatterKind, "uninvoiced">[];
const VIEWS = [
  "mine",
  "snoozed",
  "old_deals",
  "uninvoiced",
] as const satisfies readonly TriageView[];

/** A kind of open matters, or a view of all kinds; `all` are the open matters of all kinds. */
export type TriageTab = MatterKind | Exclude<TriageView, "open"> | "all";
export type TriageSearch = { tab: TriageTab; isComplete: boolean };

const SHORT_LIMIT = 12;
const FULL_LIMIT = 500;

export function parseTriageSearch(raw: { tab?: unknown; view?: unknown }): TriageSearch {
  const tab = [...MATTER_KINDS, ...VIEWS].find((name) => name === raw.tab);
  return { tab: tab ?? "all", isComplete: raw.view === "all" };
}

export function triageArguments({ tab, isComplete }: TriageSearch) {
  const kind = MATTER_KINDS.find((name) => name === tab);
  const view: TriageView = VIEWS.find((name) => name === tab) ?? "open";
  return { ...(kind ? { kind } : {}), view, limit: isComplete ? FULL_LIMIT : SHORT_LIMIT };
}
