// The open deals in a sentence, and by the month in which they are expected to close.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { dataQuery } from "../../../api/queries";
import type { Pipeline, PipelinePart } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { addDays, monthName } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { Bullet } from "../../../ui/charts/Bullet";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { StateSentence } from "../../../ui/layout/StateSentence";
import { listFilters, type ScreenSearch } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./Pipeline.module.css";

/** The expected height, to avoid layout shifts. */
const HEIGHT = { base: 402, sm: 168 };

export function PipelineSummary() {
  const query = useQuery(dataQuery("/deal-pipeline"));
  const { data, isError, error, refetch } = query;
  if (data !== undefined) return <Summary pipeline={data} />;
  return isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton h={HEIGHT} />;
}

function Summary({ pipeline }: { pipeline: Pipeline }) {
  const t = useTranslate();
  const [first, ...others] = useSentences(pipeline);
  const rows = usePipelineRows(pipeline);
  const largest = Math.max(...rows.map(({ part }) => Number(part.amount.amount)));
  return (
    <section className={classes.pipeline} aria-label={t("deals.pipeline.title")}>
      <StateSentence>
        <strong>{first}</strong> {others.join(" ")}
      </StateSentence>
      {rows.length > 0 && (
        <ul className={classes.months}>
          {rows.map((row) => (
            <MonthRow key={row.label} {...row} largest={largest} />
          ))}
        </ul>
      )}
    </section>
  );
}

type Row = { label: string; part: PipelinePart; search: ScreenSearch };

function MonthRow({ label, part, search, largest }: Row & { largest: number }) {
  const t = useTranslate();
  const locale = useLocale();
  const amounts = t("deals.pipeline.amounts", {
    weighted: formatMoney(part.weighted, locale),
    amount: formatMoney(part.amount, locale),
  });
  const amount = Number(part.amount.amount);
  return (
    <li className={classes.month}>
      <Link to="." search={search} resetScroll={false} className={uiClasses.link}>
        {label}
      </Link>
      <span className={classes.count}>{t("deals.pipeline.count", { count: part.deals })}</span>
      <span className={classes.bar}>
        <Bullet
          label={amounts}
          used={Number(part.weighted.amount)}
          available={amount}
          span={amount === 0 ? 1 : largest / amount}
        />
      </span>
      <span className={classes.amounts}>{amounts}</span>
    </li>
  );
}

/** The late deals first, then each month, then those without a date; each shows its deals in the list. */
function usePipelineRows({ as_of, late, months, undated }: Pipeline): Row[] {
  const t = useTranslate();
  const locale = useLocale();
  const rows: Row[] = [
    {
      label: t("deals.pipeline.late"),
      part: late,
      search: listFilters("/Deals", { state: "open", closes_to: addDays(as_of, -1) }),
    },
    ...months.map((month) => ({
      label: monthName(month.starts_on, locale),
      part: month,
      search: listFilters("/Deals", {
        state: "open",
        closes_from: month.starts_on < as_of ? as_of : month.starts_on,
        closes_to: month.ends_on,
      }),
    })),
    {
      label: t("deals.pipeline.undated"),
      part: undated,
      search: { ...listFilters("/Deals", { state: "open" }), sort: "closed_on" },
    },
  ];
  return rows.filter(({ part }) => part.deals > 0);
}

function useSentences(pipeline: Pipeline): string[] {
  const t = useTranslate();
  const locale = useLocale();
  const { total, late, without_probability, without_amount, unconverted } = pipeline;
  const values = (part: PipelinePart) => ({
    count: part.deals,
    amount: formatMoney(part.amount, locale),
    weighted: formatMoney(part.weighted, locale),
  });
  return [
    total.deals === 0 ? t("deals.state.none") : t("deals.state.total", values(total)),
    late.deals > 0 ? t("deals.state.late", values(late)) : null,
    without_probability.deals > 0
      ? t("deals.state.without_probability", values(without_probability))
      : null,
    without_amount > 0 ? t("deals.state.without_amount", { count: without_amount }) : null,
    unconverted.length > 0
      ? t("deals.state.unconverted", {
          amounts: unconverted.map((money) => formatMoney(money, locale)).join(", "),
        })
      : null,
  ].filter((text) => text !== null);
}
