// What a new project starts with, so that a won deal is never typed again.
import type { CurrentUser, DealRow, ProjectKind } from "../../api/types";
import { businessDay } from "../../lib/dates";
import type { ApiRecord } from "../../ui/form/fields";

export function prefillOf(user: CurrentUser, now = new Date()): ApiRecord {
  const today = businessDay(now, user.timezone);
  return {
    status: "active",
    currency: user.currency,
    start_on: today,
    sold_on: today,
    counted_hours: "all",
    rollover: "none",
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
    currency: deal.budget?.currency,
    sold_on: deal.closed_on,
  };
  const entries = Object.entries(known).filter(([, value]) => value != null);
  return Object.fromEntries(entries);
}
