// The totals of a project's payments by status, and the unscheduled amount.
import type { Money, PaymentTotals, Project } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { addMoney, isZeroMoney } from "../../../lib/money";
import { type Figure, FigureCards } from "../../../ui/figures/FigureCards";
import { MoneyText } from "../../../ui/money/MoneyText";

const ALWAYS_SHOWN = ["planned", "ready", "invoiced", "paid"] as const;
const SHOWN_IF_NOT_ZERO = ["to_relink", "written_off", "skipped"] as const;
/** Statuses that use up the project's amount; skipped payments do not. */
const SCHEDULED_STATUSES = ["planned", "ready", "invoiced", "to_relink", "written_off"] as const;

function negate({ amount, currency }: Money): Money {
  return { amount: amount.startsWith("-") ? amount.slice(1) : `-${amount}`, currency };
}

function useUnscheduled(project: Project, totals: PaymentTotals): Figure[] {
  const t = useTranslate();
  if (project.kind === "retainer" || !project.amount) return [];
  const remaining = addMoney([
    project.amount,
    ...SCHEDULED_STATUSES.map((state) => negate(totals[state])),
  ]);
  if (isZeroMoney(remaining)) return [];
  const isOver = remaining.amount.startsWith("-");
  const state = isOver ? "over_amount" : "unscheduled";
  return [
    {
      label: t(`payments.total.${state}`),
      value: <MoneyText money={isOver ? negate(remaining) : remaining} />,
      help: t(`payments.explained.${state}`),
    },
  ];
}

export function Totals({ project, totals }: { project: Project; totals: PaymentTotals }) {
  const t = useTranslate();
  const statuses = [
    ...ALWAYS_SHOWN,
    ...SHOWN_IF_NOT_ZERO.filter((state) => !isZeroMoney(totals[state])),
  ];
  const figures = statuses.map((state) => ({
    label: t(`payments.total.${state}`),
    value: <MoneyText money={totals[state]} />,
    help: t(`payments.explained.total_${state}`),
  }));
  return <FigureCards figures={[...figures, ...useUnscheduled(project, totals)]} />;
}
