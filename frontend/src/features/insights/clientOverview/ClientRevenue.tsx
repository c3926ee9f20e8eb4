// The revenue of a client over twelve months by project kind, with the line of the MRR.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Client, ClientRevenue as Revenue } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate, monthName, monthOfYear } from "../../../lib/dates";
import { formatMoney, isZeroMoney } from "../../../lib/money";
import { useEnumOptions } from "../../../session/enumOptions";
import { usePermissions } from "../../../session/permissions";
import { Bars } from "../../../ui/charts/Bars";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { FigureTrend } from "../../../ui/figures/FigureNotes";
import { changeOf } from "../../../ui/figures/sumText";
import { lazyComponent } from "../../../ui/lazyComponent";
import { changedSearch, type ScreenSearch } from "../../../ui/links/screenSearch";
import classes from "./ClientOverview.module.css";
import { revenueQuery } from "./queries";

const RevenueRows = lazyComponent(async () => (await import("./RevenueRows")).RevenueRows);
const ROWS = "revenue";

/** The height of the section by width, to avoid layout shifts. */
const SECTION_HEIGHT = { base: 306, sm: 285, md: 329, lg: 285, xl: 262 };

export function ClientRevenue({ client }: { client: Client }) {
  const { data, isError, error, refetch } = useQuery(revenueQuery(client.api_id));
  if (data === undefined)
    return isError ? (
      <LoadFailure retry={refetch} error={error} />
    ) : (
      <Skeleton h={SECTION_HEIGHT} />
    );
  return (
    <div className={classes.section}>
      {isEmpty(data) ? <RevenueHeading revenue={data} /> : <RevenueBars revenue={data} />}
      <RestatedMonths revenue={data} />
      <OpenedRows client={client} revenue={data} />
    </div>
  );
}

/** The address says which bar is open. */
function OpenedRows({ client, revenue }: { client: Client; revenue: Revenue }) {
  const navigate = useNavigate();
  const { rows, group } = useSearch({ strict: false }) as ScreenSearch;
  if (rows !== ROWS || group === undefined) return null;
  const close = () =>
    void navigate({
      to: ".",
      search: changedSearch({ rows: undefined, group: undefined }),
      resetScroll: false,
    });
  return <RevenueRows client={client} revenue={revenue} group={group} onClose={close} />;
}

/** A new client has nothing to draw. */
const isEmpty = ({ months }: Revenue) =>
  months.every(({ kinds, mrr }) => kinds.length === 0 && isZeroMoney(mrr));

const mrrOf = ({ months, currency }: Revenue) => months.at(-1)?.mrr ?? { amount: "0", currency };

const asSum = (money: Revenue["total"]) => ({ count: 0, value: null, money, unconverted: [] });

/** The sum of the months, and how it compares with the same days a year earlier. */
function RevenueHeading({ revenue }: { revenue: Revenue }) {
  const t = useTranslate();
  const locale = useLocale();
  const { total, previous, unconverted } = revenue;
  const change =
    previous === null || isZeroMoney(previous)
      ? null
      : changeOf({ sum: asSum(total), unit: "money", previous: asSum(previous) }, t, locale);
  return (
    <div className={`${classes.heading} ${classes.revenue}`}>
      <h2>{t("client_page.revenue.title")}</h2>
      <span>
        <strong className={classes.number}>{formatMoney(total, locale)}</strong>{" "}
        {t("client_page.revenue.months")}
      </span>
      {change && (
        <span>
          <FigureTrend {...change} moreIsBetter /> {t("client_page.revenue.before")}
        </span>
      )}
      {!isEmpty(revenue) && (
        <span className={classes.mrr}>
          {t("client_page.revenue.mrr", { amount: formatMoney(mrrOf(revenue), locale) })}
        </span>
      )}
      {unconverted.map((money) => (
        <span key={money.currency}>
          {t("clients.not_converted", { amount: formatMoney(money, locale) })}
        </span>
      ))}
    </div>
  );
}

/** Closed months whose revenue changed since they were published. */
function RestatedMonths({ revenue }: { revenue: Revenue }) {
  const t = useTranslate();
  const locale = useLocale();
  return revenue.months.map(
    ({ starts_on, revenue: published, known_today: known }) =>
      known && (
        <p key={starts_on} className={classes.restated}>
          {t("client_page.revenue.restated", {
            month: monthOfYear(starts_on, locale),
            published: formatMoney(published, locale),
            known: formatMoney(known, locale),
          })}
        </p>
      ),
  );
}

/** A bar opens the rows of its month, and its parts those of their kind. */
function linksOf({ starts_on, kinds }: Revenue["months"][number], shown: readonly string[]) {
  const month = starts_on.slice(0, 7);
  const link = (group: string) => ({
    to: "." as const,
    search: changedSearch({ rows: ROWS, group }),
  });
  return {
    link: link(month),
    cellLinks: shown.map((name) =>
      kinds.some(({ kind }) => kind === name) ? link(`${month}:${name}`) : undefined,
    ),
  };
}

function RevenueBars({ revenue }: { revenue: Revenue }) {
  const t = useTranslate();
  const locale = useLocale();
  const { items, label } = useEnumOptions();
  const { can } = usePermissions();
  const { months, currency } = revenue;
  const unit = { kind: "money", currency } as const;
  const kinds = items("project_kind")
    .map(({ value }) => value)
    .filter((value) => months.some((month) => month.kinds.some(({ kind }) => kind === value)));
  return (
    <Bars
      name="revenue"
      height={170}
      title={t("client_page.revenue.by_month")}
      help={t("client_page.revenue.help")}
      heading={<RevenueHeading revenue={revenue} />}
      summary={t("client_page.revenue.summary", { amount: formatMoney(mrrOf(revenue), locale) })}
      source={t("client_page.revenue.source", { date: formatDate(revenue.as_of, locale) })}
      line={kinds.length}
      data={{
        rowKind: t("client_page.revenue.month"),
        columns: [
          ...kinds.map((kind) => ({ label: label("project_kind", kind), unit })),
          { label: t("clients.field.mrr"), unit },
          { label: t("client_page.revenue.total"), unit, tableOnly: true },
        ],
        rows: months.map((month) => ({
          key: month.starts_on,
          label: monthOfYear(month.starts_on, locale),
          short: monthName(month.starts_on, locale),
          cells: [
            ...kinds.map(
              (kind) => month.kinds.find((one) => one.kind === kind)?.money.amount ?? null,
            ),
            month.mrr.amount,
            month.revenue.amount,
          ],
          ...(can("statistics.revenue") ? linksOf(month, kinds) : {}),
        })),
      }}
    />
  );
}
