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
import type { ScreenSearch } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";

type Figures = EmployeeStatistics["figures"];
type Part = { tab: "time" | "figures"; text: string };

/** The week of a day, from Monday to Sunday. */
function weekOf(day: string) {
  const monday = addDays(day, -((readIsoDate(day).getDay() + 6) % 7));
  return { from: monday, to: addDays(monday, 6) };
}

function useFigures(id: string, days: { from: string; to: string }): Figures | undefined {
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
  const week = useFigures(id, weekOf(today));
  const month = useFigures(id, { from: `${today.slice(0, 8)}01`, to: today });
  if (!week || !month) return <StateSentence hasAnswer />;
  const parts = [...hoursPart(week, t, locale), ...monthParts(month, t, locale)];
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

/** The figure opens the tab that explains it. */
function Sentence({ part, Frame }: { part: Part; Frame: (props: Framed) => ReactNode }) {
  const search: ScreenSearch = { tab: part.tab };
  const link = (text: string) => (
    <Frame>
      <Link to="." search={search} resetScroll={false} className={uiClasses.link}>
        {text}
      </Link>
    </Frame>
  );
  return <LinkedText text={part.text} parts={{ a: link }} />;
}

type Framed = { children: ReactNode };

function hoursPart({ hours, available_hours }: Figures, t: Translate, locale: string): Part[] {
  if (!hours?.value || !available_hours?.value) return [];
  const values = {
    hours: formatHours(hours.value, locale),
    available: formatHours(available_hours.value, locale),
  };
  return [{ tab: "time", text: t("states.person.hours", values) }];
}

function monthParts(figures: Figures, t: Translate, locale: string): Part[] {
  const { utilisation, utilisation_target: target, retained_mrr: mrr } = figures;
  const parts: Part[] = [];
  if (utilisation?.value) {
    const percent = formatPercent(utilisation.value, locale);
    parts.push({
      tab: "figures",
      text: target?.value
        ? t("states.person.against", { percent, target: formatPercent(target.value, locale) })
        : t("states.person.utilization", { percent }),
    });
  }
  if (mrr?.money?.length) {
    const amounts = mrr.money.map((amount) => formatMoney(amount, locale)).join(" + ");
    parts.push({ tab: "figures", text: t("states.person.mrr", { amounts }) });
  }
  return parts;
}
