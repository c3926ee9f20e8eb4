// The initial values of a new project, from a deal or a parent project.
import type { CurrentUser, DealRow, Overage, Project, ProjectKind } from "../../../api/types";
import { businessDay } from "../../../lib/dates";
import type { ApiRecord } from "../../../ui/form/fields";

export function defaultPrefill(user: CurrentUser, now = new Date()): ApiRecord {
  const today = businessDay(now, user.organization.timezone);
  return {
    status: "active",
    currency: user.currency,
    billing_interval: "month",
    start_on: today,
    sold_on: today,
  };
}

/**
 * The values that a deal contains; the rest has defaults. A deal's amount is that of the whole deal, without the number
 * of months of a retainer, so the monthly fee is entered by hand.
 */
export function prefillFromDeal(kind: ProjectKind, deal: DealRow): ApiRecord {
  const values: ApiRecord = {
    name: deal.name,
    client: deal.client,
    account_manager: deal.account_manager,
    team: deal.project_team,
    hourly_rate: deal.hourly_rate,
    amount: kind === "retainer" ? null : deal.budget,
    currency: (deal.budget ?? deal.hourly_rate)?.currency,
    sold_on: deal.closed_on,
  };
  const entries = Object.entries(values).filter(([, value]) => value != null);
  return Object.fromEntries(entries);
}

/** A package sold for hours over: the hours to decide, their rate and what they are worth. */
export function prefillFromOverage({
  undecided_hours,
  rate,
  undecided_amount,
}: Overage): ApiRecord {
  return {
    budget_hours: undecided_hours,
    ...(rate ? { hourly_rate: rate } : {}),
    ...(undecided_amount ? { amount: undecided_amount } : {}),
  };
}

/** Out-of-scope work: the parent's client, people and currency; the current user is the seller. */
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
