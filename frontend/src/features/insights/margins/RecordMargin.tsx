// The margin of one project or client in the last twelve months; each number opens its rows.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { dataQuery } from "../../../api/queries";
import type { MarginTotals } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { formatHours } from "../../../lib/numbers";
import { periodRange } from "../../../lib/periods";
import { useCurrentUser } from "../../../session/currentUser";
import { useToday } from "../../../session/today";
import { HelpIcon } from "../../../ui/display/HelpIcon";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { listFilters } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import { type MarginColumn, MarginNumber } from "./MarginNumber";
import type { MarginRecord, RowsQuery } from "./marginsList";
import classes from "./RecordMargin.module.css";

const COLUMNS = [
  "margin",
  "margin_percent",
  "revenue",
  "cost_of_hours",
  "external_costs",
  "hourly_rate",
] as const satisfies MarginColumn[];

function useTwelveMonths() {
  const today = useToday();
  const { organization } = useCurrentUser();
  const { from } = periodRange("twelve_months", today, organization.fiscal_year_start);
  return { from, to: today };
}

export function RecordMargin({ record }: { record: MarginRecord }) {
  const t = useTranslate();
  const locale = useLocale();
  const days = useTwelveMonths();
  const query = { by: record.noun, [record.noun]: [record.api_id], ...days } satisfies RowsQuery;
  const { data, isError, error, refetch } = useQuery(dataQuery("/margins/totals", { query }));
  const title = t("shell.nav.margin");
  return (
    <section className={classes.frame} aria-label={title} aria-busy={data === undefined}>
      <div className={classes.body}>
        <p className={classes.days}>
          {t("margin.record.days", {
            from: formatDate(days.from, locale),
            to: formatDate(days.to, locale),
          })}
        </p>
        {data ? (
          <Figures totals={data} name={record.name} query={query} />
        ) : (
          isError && <LoadFailure retry={refetch} error={error} />
        )}
        {data && <Notes totals={data} record={record} />}
      </div>
    </section>
  );
}

const EARLIER_YEARS = 4;

/** The start of a record that began before these twelve months; margins reach back five years. */
function earlierStart(start: string | null, from: string): string | null {
  if (start === null || start >= from) return null;
  const earliest = `${Number(from.slice(0, 4)) - EARLIER_YEARS}${from.slice(4)}`;
  return start > earliest ? start : earliest;
}

type FiguresProps = { totals: MarginTotals; name: string; query: RowsQuery };

function Figures({ totals, name, query }: FiguresProps) {
  const t = useTranslate();
  return (
    <dl className={classes.figures}>
      {COLUMNS.map((column) => {
        const label = t(`margins.field.${column}`);
        return (
          <div key={column}>
            <dt>
              {label}
              <HelpIcon label={label} text={t(`margin.help.${column}`)} />
            </dt>
            <dd>
              <MarginNumber figures={totals} column={column} name={name} query={query} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** What the figures leave out, and the ways to the list of margins. */
function Notes({ totals, record }: { totals: MarginTotals; record: MarginRecord }) {
  const t = useTranslate();
  const locale = useLocale();
  const days = useTwelveMonths();
  const isProject = record.noun === "project";
  const linked = { by: isProject ? "month" : "project", [record.noun]: [record.api_id] } as const;
  const { unconverted, hours_without_rate: unpriced } = totals;
  const since = earlierStart(record.start_on, days.from);
  return (
    <p className={classes.notes}>
      {unconverted.length > 0 && (
        <span className={classes.warning}>
          {t("margin.record.unconverted", {
            amounts: unconverted.map((one) => formatMoney(one, locale)).join(" + "),
          })}
        </span>
      )}
      {Number(unpriced) > 0 && (
        <span className={classes.warning}>
          {t("margin.record.without_rate", { hours: formatHours(unpriced, locale) })}
        </span>
      )}
      <Link
        to="/margin"
        search={listFilters("/margins", { ...linked, ...days })}
        className={uiClasses.link}
      >
        {t(isProject ? "margin.trend.title" : "margin.record.projects")}
      </Link>
      {since !== null && (
        <Link
          to="/margin"
          search={listFilters("/margins", { ...linked, from: since, to: days.to })}
          className={uiClasses.link}
        >
          {t("margin.record.since", { date: formatDate(since, locale) })}
        </Link>
      )}
    </p>
  );
}
