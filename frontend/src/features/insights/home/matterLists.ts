// The lists that have exactly the records of a kind of matters.
import { linkOptions } from "@tanstack/react-router";
import type { CurrentUser, Triage } from "../../../api/types";
import { scope } from "../../../session/permissions";
import { listFilters } from "../../../ui/links/screenSearch";
import type { TriageTab } from "./homeSearch";
import type { MatterLink } from "./matterLinks";

export const PROJECT_KINDS = ["late_project", "over_budget", "ending_soon"] as const;
export type ProjectMatterKind = (typeof PROJECT_KINDS)[number];

const STANDINGS = {
  late_project: { deadline: ["late"] },
  over_budget: {
    kind: ["fixed", "oos"],
    status: ["draft", "active", "on_hold"],
    over_budget: true,
  },
  ending_soon: { deadline: ["ending_soon"] },
} as const;

/** Those who may edit all projects see all of them, others those that they manage. */
export function projectsLink(kind: ProjectMatterKind, user: CurrentUser): MatterLink {
  const managed = scope(user, "projects.edit") === "all" ? undefined : true;
  const filters = { ...STANDINGS[kind], managed };
  return linkOptions({ to: "/projects", search: listFilters("/projects", filters) }) as MatterLink;
}

const CLIENT_FILTERS = { at_risk: { health: ["red"] }, leaving: { leaving: true } } as const;

export function counterLink(counter: Triage["counters"][number]["counter"]): MatterLink {
  if (counter === "undated_terms") {
    const search = listFilters("/undated-terms", { state: ["open"] });
    return linkOptions({ to: "/undated-terms", search }) as MatterLink;
  }
  if (counter === "project_proposals") {
    const search = listFilters("/project-proposals", { state: ["open"] });
    return linkOptions({ to: "/admin/project-proposals", search }) as MatterLink;
  }
  const search = listFilters("/clients", CLIENT_FILTERS[counter]);
  return linkOptions({ to: "/clients", search }) as MatterLink;
}

/** Undefined for a tab without such a list. */
export function listLink(tab: TriageTab, user: CurrentUser): MatterLink | undefined {
  if (tab === "overdue" || tab === "promise") {
    const status = tab === "overdue" ? tab : "promise_broken";
    const search = listFilters("/receivables-by-client", { status });
    return linkOptions({ to: "/receivables", search }) as MatterLink;
  }
  const kind = PROJECT_KINDS.find((name) => name === tab);
  return kind && projectsLink(kind, user);
}
