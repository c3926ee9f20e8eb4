// The agency's key figures; one the reader may not see is left out, and currencies are never added together.
import { useQuery } from "@tanstack/react-query";
import type { Dashboard, Money } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { type Translate, useTranslate } from "../../i18n/translate";
import { formatInteger } from "../../lib/numbers";
import { useEnumOptions } from "../../session/enumOptions";
import { FailedPart } from "../../ui/FailedPart";
import { type Figure, FigureCards } from "../../ui/FigureCards";
import { MoneyText } from "../../ui/MoneyText";
import classes from "./Dashboard.module.css";
import { dashboardQuery } from "./dashboardQuery";

const MONEY_FIGURES = ["mrr", "outstanding", "overdue"] as const;
const KINDS = ["fixed", "oos", "retainer"] as const;

function MoneyLines({ amounts, none }: { amounts: readonly Money[]; none: string }) {
  if (amounts.length === 0) return none;
  return amounts.map((money) => (
    <div key={money.currency}>
      <MoneyText money={money} />
    </div>
  ));
}

function ActiveProjects({ counts }: { counts: Record<(typeof KINDS)[number], number> }) {
  const locale = useLocale();
  const { label } = useEnumOptions();
  return (
    <ul className={classes.kinds}>
      {KINDS.map((kind) => (
        <li key={kind}>
          <span>{formatInteger(counts[kind], locale)}</span>
          <small>{label("project_kind", kind)}</small>
        </li>
      ))}
    </ul>
  );
}

function moneyFigures(figures: Dashboard["figures"], t: Translate): Figure[] {
  return MONEY_FIGURES.flatMap((name) => {
    const amounts = figures[name];
    if (amounts === undefined) return [];
    return {
      label: t(`dashboard.${name}.label`),
      help: t(`dashboard.${name}.help`),
      value: <MoneyLines amounts={amounts} none={t("dashboard.none")} />,
    };
  });
}

function countFigures(figures: Dashboard["figures"], t: Translate, locale: string): Figure[] {
  const counts: Figure[] = [
    {
      label: t("dashboard.active_projects.label"),
      help: t("dashboard.active_projects.help"),
      value: <ActiveProjects counts={figures.active_projects} />,
    },
    {
      label: t("dashboard.active_clients.label"),
      help: t("dashboard.active_clients.help"),
      value: formatInteger(figures.active_clients, locale),
    },
  ];
  if (figures.overdue_invoices !== undefined) {
    counts.push({
      label: t("dashboard.overdue_invoices.label"),
      help: t("dashboard.overdue_invoices.help"),
      value: formatInteger(figures.overdue_invoices, locale),
    });
  }
  return counts;
}

export function KeyFigures() {
  const t = useTranslate();
  const locale = useLocale();
  const { data, isError, refetch } = useQuery(dashboardQuery);
  if (!data && isError) return <FailedPart retry={refetch} />;
  if (!data) return <div className={classes.pending} aria-busy />;
  return (
    <FigureCards
      figures={[...moneyFigures(data.figures, t), ...countFigures(data.figures, t, locale)]}
    />
  );
}
