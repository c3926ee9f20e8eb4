// Says how fixed-price or out-of-scope work stands, the most urgent first.
import type { Project } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { daysBetween, formatDate } from "../../../lib/dates";
import { formatMoney, isZeroMoney } from "../../../lib/money";
import { formatHours } from "../../../lib/numbers";
import { useEnumOptions } from "../../../session/enumOptions";
import { useToday } from "../../../session/today";
import { hoursAtCompletion, hoursBeyond } from "./projectState";

const OPEN: readonly Project["status"][] = ["draft", "active", "on_hold"];

export function useStandingSentences(project: Project): string[] {
  const approval = useApproval(project);
  const time = useTime(project);
  const hours = useHours(project);
  const completion = useCompletion(project);
  const billing = useBilling(project);
  return [approval, time, hours, completion, billing].filter((text) => text !== null);
}

function useApproval({ approval }: Project): string | null {
  const t = useTranslate();
  return approval === null || approval === "approved" ? null : t(`project_page.state.${approval}`);
}

function useTime({ status, end_on, deadline }: Project): string {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const today = useToday();
  if (!OPEN.includes(status))
    return t("project_page.state.closed", { status: label("project_status", status) });
  if (end_on === null) return t("project_page.state.no_end");
  const values = {
    days: Math.abs(daysBetween(today, end_on)),
    date: formatDate(end_on, locale),
  };
  return t(`project_page.state.${deadline === "late" ? "late" : "ends"}`, values);
}

function useHours({ hours_counted, budget_hours }: Project): string | null {
  const t = useTranslate();
  const locale = useLocale();
  if (budget_hours === null) return null;
  const { isOver, hours } = hoursBeyond(hours_counted, budget_hours);
  return t(`project_page.state.${isOver ? "over" : "left"}`, {
    hours: formatHours(hours, locale),
    budget: formatHours(budget_hours, locale),
  });
}

/** What the whole work will take, from the estimate of the work done. */
function useCompletion(project: Project): string | null {
  const t = useTranslate();
  const locale = useLocale();
  const hours = hoursAtCompletion(project);
  if (hours === null) return null;
  const values = { hours: formatHours(hours, locale) };
  if (project.budget_hours === null) return t("project_page.state.completion", values);
  const beyond = hoursBeyond(hours, project.budget_hours);
  return t(`project_page.state.completion_${beyond.isOver ? "over" : "within"}`, {
    ...values,
    difference: formatHours(beyond.hours, locale),
  });
}

/** Billing beside the work done or the budget used; where both are unknown, the billed part of the amount. */
function useBilling(project: Project): string | null {
  const t = useTranslate();
  const locale = useLocale();
  const { percent_done: done, budget_percent: used, billed_percent: billed } = project;
  const share = done === null ? used : String(done);
  if (share === null) {
    if (!project.amount || !project.billed || isZeroMoney(project.amount)) return null;
    const state = isZeroMoney(project.billed) ? "none" : "part";
    return t(`project_page.state.billed_${state}`, {
      billed: formatMoney(project.billed, locale),
      amount: formatMoney(project.amount, locale),
    });
  }
  if (!billed) return null;
  const points = Math.round(Number(billed) - Number(share));
  const key = points > 0 ? "ahead" : points < 0 ? "behind" : "even";
  return t(`project_page.${done === null ? "budget" : "work"}.${key}`, {
    points: Math.abs(points),
  });
}
