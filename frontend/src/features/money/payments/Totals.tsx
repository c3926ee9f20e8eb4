// What a project's payments add up to, state by state, and what of its amount no payment takes yet.
import type { Money, PaymentTotals, Project } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { addMoney, isZeroMoney } from "../../../lib/money";
import { type Figure, FigureCards } from "../../../ui/figures/FigureCards";
import { MoneyText } from "../../../ui/money/MoneyText";

const ALWAYS = ["planned", "ready", "invoiced", "paid"] as const;
const IF_ANY = ["to_relink", "written_off", "skipped"] as const;
/** What is billed, to be billed or given up of the amount; what is skipped is free again. */
const SCHEDULED_STATUSES = ["planned", "ready", "invoiced", "to_relink", "written_off"] as const;

function negative({ amount, currency }: Money): Money {
  return { amount: amount.startsWith("-") ? amount.slice(1) : `-${amount}`, currency };
}

function useUnscheduled(project: Project, totals: PaymentTotals): Figure[] {
  const t = useTranslate();
  if (project.kind === "retainer" || !project.amount) return [];
  const left = addMoney([
    project.amount,
    ...SCHEDULED_STATUSES.map((state) => negative(totals[state])),
  ]);
  if (isZeroMoney(left)) return [];
  const over = left.amount.startsWith("-");
  const state = over ? "over_amount" : "unscheduled";
  return [
    {
      label: t(`payments.total.${state}`),
      value: <MoneyText money={over ? negative(left) : left} />,
      help: t(`payments.explained.${state}`),
    },
  ];
}

export function Totals({ project, totals }: { project: Project; totals: PaymentTotals }) {
  const t = useTranslate();
  const shown = [...ALWAYS, ...IF_ANY.filter((state) => !isZeroMoney(totals[state]))];
  const figures = shown.map((state) => ({
    label: t(`payments.total.${state}`),
    value: <MoneyText money={totals[state]} />,
    help: t(`payments.explained.total_${state}`),
  }));
  return <FigureCards figures={[...figures, ...useUnscheduled(project, totals)]} />;
}
