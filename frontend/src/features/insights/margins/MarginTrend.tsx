// The gross margin of the last twelve months, with the filters of the list; a month filters the list.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataQuery, pageQuery } from "../../../api/queries";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { monthName, monthOfYear } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { periodRange } from "../../../lib/periods";
import { useCurrentUser } from "../../../session/currentUser";
import { useToday } from "../../../session/today";
import { Lines } from "../../../ui/charts/Lines";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { allPagesQuery } from "../../../ui/table/permittedList";
import { useListState } from "../../../ui/table/useListState";
import { marginsList } from "./marginsList";

const CHART_HEIGHT = 280;

export function MarginTrend() {
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  const { organization } = useCurrentUser();
  const { search } = useListState(marginsList);
  const filters = allPagesQuery(marginsList, search);
  const { from } = periodRange("twelve_months", today, organization.fiscal_year_start);
  const query = { ...filters, by: "month", from, to: today, per_page: 12 } as const;
  const { data, isError, error, refetch } = useQuery(pageQuery("/margins", { query }));
  // Without an end, so that the current month has its whole target.
  const untilNow = { ...filters, from, to: undefined };
  const { data: totals } = useQuery(dataQuery("/margins/totals", { query: untilNow }));
  if (data === undefined)
    return isError ? (
      <LoadFailure retry={refetch} error={error} />
    ) : (
      <Skeleton height={CHART_HEIGHT} />
    );
  const months = data.data;
  const targets = new Map(totals?.target?.months.map((one) => [one.month, one.amount?.amount]));
  const last = months.at(-1);
  if (last === undefined) return null;
  const unit = { kind: "money", currency: last.margin.currency } as const;
  return (
    <Lines
      name="margin"
      title={t("margin.trend.title")}
      help={t("margin.help.margin")}
      summary={t("margin.trend.summary", {
        amount: formatMoney(last.margin, locale),
        month: monthOfYear(last.month ?? "", locale),
      })}
      data={{
        rowKind: t("margin.trend.month"),
        columns: [
          { label: t("margins.field.revenue"), unit },
          { label: t("margins.field.margin"), unit },
          ...(targets.size > 0
            ? [{ label: t("margin.trend.target"), unit, dashed: true as const }]
            : []),
        ],
        rows: months.map(({ month, revenue, margin }) => ({
          key: month ?? "",
          label: monthOfYear(month ?? "", locale),
          short: monthName(month ?? "", locale),
          cells: [
            revenue.amount,
            margin.amount,
            ...(targets.size > 0 ? [targets.get(month ?? "") ?? null] : []),
          ],
        })),
      }}
    />
  );
}
