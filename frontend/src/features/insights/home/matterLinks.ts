// Where a matter of the triage list is, and where its next action is done.
import { type LinkProps, linkOptions } from "@tanstack/react-router";
import type { CurrentUser, TriageRow } from "../../../api/types";
import type { MessageKey } from "../../../i18n/keys";
import { can } from "../../../session/permissions";
import { listFilters } from "../../../ui/links/screenSearch";

export type MatterLink = Pick<LinkProps, "to" | "params" | "search">;
export type MatterAction = { label: MessageKey; link: MatterLink };

/** The tab of the project's page that shows the matter. */
const PROJECT_TABS: Partial<Record<TriageRow["kind"], string>> = {
  over_hours: "hours",
  decide_hours: "hours",
  over_budget: "hours",
  unscheduled: "payments",
};

/** The record's page; undefined where the user may not open it. */
export function recordLink({ kind, record, client, project }: TriageRow): MatterLink | undefined {
  if (kind === "overdue") {
    return linkOptions({ to: "/receivables", search: { rows: record } }) as MatterLink;
  }
  if (kind === "promise") {
    return linkOptions({
      to: "/receivables",
      search: {
        ...listFilters("/receivables-by-client", { status: "promise_broken" }),
        rows: record,
      },
    }) as MatterLink;
  }
  if (kind === "churn") {
    return linkOptions({ to: "/churns", search: { tab: "queue", open: record } }) as MatterLink;
  }
  if (kind === "deal") {
    return linkOptions({ to: "/projects/create", search: { deal: record } }) as MatterLink;
  }
  if (kind === "next_step") {
    return client
      ? (linkOptions({
          to: "/clients/$id/view",
          params: { id: client.api_id },
          search: { view: "notes" },
        }) as MatterLink)
      : undefined;
  }
  if (kind === "to_invoice" || kind === "uninvoiced") {
    return client
      ? (linkOptions({
          to: "/clients/$id/billing",
          params: { id: client.api_id },
        }) as MatterLink)
      : undefined;
  }
  if (!project?.can_open) return undefined;
  const tab = PROJECT_TABS[kind];
  return linkOptions({
    to: "/projects/$id/view",
    params: { id: project.api_id },
    search: tab ? { tab } : {},
  }) as MatterLink;
}

function dialogLink(action: "decide" | "schedule", of: string): MatterLink {
  return linkOptions({
    to: "/",
    search: (before) => ({ ...before, do: action, of }),
  }) as MatterLink;
}

function approvalLink({ record, project }: TriageRow): MatterLink {
  // The dialog of the home page decides about work, not about an amendment of it.
  if (record === project?.api_id) return dialogLink("decide", record);
  return linkOptions({ to: "/oos-sales", search: { tab: "waiting" } }) as MatterLink;
}

function sellLink(parent: string): MatterLink {
  return linkOptions({ to: "/projects/create", search: { kind: "oos", parent } }) as MatterLink;
}

/** What to do next; undefined where the user may only read. */
export function nextAction(row: TriageRow, user: CurrentUser): MatterAction | undefined {
  const { kind, record, project } = row;
  const open = recordLink(row);
  const openTo = (label: MessageKey) => open && { label, link: open };
  switch (kind) {
    case "next_step":
      return openTo("home.do.open_timeline");
    case "overdue":
    case "promise":
      return can(user, "invoices.follow_up") ? openTo("home.do.follow_up") : undefined;
    case "over_hours":
      return can(user, "projects.create") && project
        ? { label: "home.do.sell_extra", link: sellLink(project.api_id) }
        : undefined;
    case "decide_hours":
      return openTo("home.do.decide_hours");
    case "approval":
      return row.may_decide ? { label: "home.do.decide", link: approvalLink(row) } : undefined;
    case "renewal":
      return openTo("home.do.review_renewal");
    case "churn":
      return openTo("home.do.confirm_churn");
    case "to_invoice":
    case "uninvoiced":
      return openTo("home.do.open_payments");
    case "unscheduled":
      return can(user, "payments.edit")
        ? { label: "home.do.schedule", link: dialogLink("schedule", record) }
        : undefined;
    case "late_project":
    case "over_budget":
    case "ending_soon":
      return openTo("home.do.open_project");
    case "deal":
      return openTo("home.do.create_project");
  }
}
