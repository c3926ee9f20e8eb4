// How a person stands, in a sentence: hours of this week, utilization of this month, MRR of their accounts; by the reader's rights.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { dataQuery } from "../../../api/queries";
import type { EmployeeStatistics } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { type Translate, useTranslate } from "../../../i18n/translate";
import { addDays, readIsoDate } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { formatHours, formatPercent } from "../../../lib/numbers";
import { useToday } from "../../../session/today";
import { useUserCurrency } from "../../../session/userCurrency";
import { Answer, StateSentence } from "../../../ui/layout/StateSentence";
import { LinkedText } from "../../../ui/links/LinkedText";
import { listFilters, type ScreenSearch } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";

type Figures = EmployeeStatistics["figures"];
type Days = { from: string; to: string };
/** `search`: the tab that explains the figure, with its days and currency. */
type Part = { search: ScreenSearch; text: string };

/** The week of a day, from Monday to Sunday. */
function weekOf(day: string): Days {
  const monday = addDays(day, -((readIsoDate(day).getDay() + 6) % 7));
  return { from: monday, to: addDays(monday, 6) };
}

function useFigures(id: string, days: Days): Figures | undefined {
  const query = { id, currency: useUserCurrency(), ...days };
  const { data, isError } = useQuery({
    ...dataQuery("/employees-statistics", { query }),
    throwOnError: false,
  });
  // The page works without figures.
  return isError ? {} : data && (data[0]?.figures ?? {});
}

export function PersonState({ id }: { id: string }) {
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  const currency = useUserCurrency();
  const days = weekOf(today);
  const week = useFigures(id, days);
  const month = useFigures(id, { from: `${today.slice(0, 8)}01`, to: today });
  if (!week || !month) return <StateSentence hasAnswer />;
  const parts = [
    ...hoursPart(week, days, t, locale),
    ...utilizationPart(month, t, locale),
    ...mrrPart(month, currency, t, locale),
  ];
  if (parts.length === 0) return null;
  return (
    <StateSentence hasAnswer>
      {parts.map((part, index) => (
        <Fragment key={part.text}>
          <Sentence part={part} Frame={index === 0 ? Answer : Fragment} />{" "}
        </Fragment>
      ))}
    </StateSentence>
  );
}

function Sentence({ part, Frame }: { part: Part; Frame: (props: Framed) => ReactNode }) {
  const link = (text: string) => (
    <Frame>
      <Link to="." search={part.search} resetScroll={false} className={uiClasses.link}>
        {text}
      </Link>
    </Frame>
  );
  return <LinkedText text={part.text} parts={{ a: link }} />;
}

type Framed = { children: ReactNode };

function hoursPart(figures: Figures, days: Days, t: Translate, locale: string): Part[] {
  const { hours, available_hours } = figures;
  if (!hours?.value || !available_hours?.value) return [];
  const values = {
    hours: formatHours(hours.value, locale),
    available: formatHours(available_hours.value, locale),
  };
  const entries = listFilters("/time-entries", { worked_from: days.from, worked_to: days.to });
  return [{ search: { tab: "time", ...entries }, text: t("states.person.hours", values) }];
}

function utilizationPart(figures: Figures, t: Translate, locale: string): Part[] {
  const { utilisation, utilisation_target: target } = figures;
  if (!utilisation?.value) return [];
  const percent = formatPercent(utilisation.value, locale);
  const text = target?.value
    ? t("states.person.against", { percent, target: formatPercent(target.value, locale) })
    : t("states.person.utilization", { percent });
  return [{ search: { tab: "figures" }, text }];
}

/** The tab shows amounts in their own currencies unless it is given one. */
function mrrPart(
  { retained_mrr: mrr }: Figures,
  currency: string,
  t: Translate,
  locale: string,
): Part[] {
  if (!mrr?.money?.length) return [];
  const amounts = mrr.money.map((amount) => formatMoney(amount, locale)).join(" + ");
  return [{ search: { tab: "figures", currency }, text: t("states.person.mrr", { amounts }) }];
}
