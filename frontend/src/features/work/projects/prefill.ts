// What a new project starts with, so that a won deal is never typed again.
import type { CurrentUser, DealRow, Project, ProjectKind } from "../../../api/types";
import { businessDay } from "../../../lib/dates";
import type { ApiRecord } from "../../../ui/form/fields";

export function prefillOf(user: CurrentUser, now = new Date()): ApiRecord {
  const today = businessDay(now, user.organization.timezone);
  return {
    status: "active",
    currency: user.currency,
    start_on: today,
    sold_on: today,
  };
}

/**
 * Everything a deal knows; what it does not know is left to the defaults. A deal's amount is that of the whole deal: how
 * many months of a retainer it pays for, the CRM does not say, so the monthly fee is for a person to enter.
 */
export function prefillFromDeal(kind: ProjectKind, deal: DealRow): ApiRecord {
  const known: ApiRecord = {
    name: deal.name,
    client: deal.client,
    account_manager: deal.account_manager,
    team: deal.project_team,
    hourly_rate: deal.hourly_rate,
    amount: kind === "retainer" ? null : deal.budget,
    currency: (deal.budget ?? deal.hourly_rate)?.currency,
    sold_on: deal.closed_on,
  };
  const entries = Object.entries(known).filter(([, value]) => value != null);
  return Object.fromEntries(entries);
}

/** Extra work on top of a project: the same client, people and currency, sold by whoever enters it. */
export function prefillFromParent(parent: Project, user: CurrentUser): ApiRecord {
  const { client, account_manager, team, currency } = parent;
  const rate = parent.overage_rate ?? parent.hourly_rate;
  const seller = user.employee && { api_id: user.employee.api_id, name: user.name };
  return {
    client,
    account_manager,
    currency,
    parent_project: { api_id: parent.api_id, name: parent.name },
    ...(team ? { team } : {}),
    ...(rate ? { hourly_rate: rate } : {}),
    ...(seller ? { sold_by: [{ employee: seller, weight: 100 }] } : {}),
  };
}
