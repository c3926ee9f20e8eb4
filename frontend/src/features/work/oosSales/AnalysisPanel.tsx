// The analysis of out-of-scope sales in one currency: by month, seller and team, against targets.
import { dataQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { SalesAnalysis } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { AnalysisControls } from "../../../ui/analysis/AnalysisControls";
import { type Periods, useAnalysisSearch } from "../../../ui/analysis/analysisSearch";
import { listMissingRates } from "../../../ui/analysis/missingRates";
import { EmptyState } from "../../../ui/feedback/EmptyState";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import classes from "./OosSales.module.css";
import { SalesCharts } from "./SalesCharts";
import { SalesFigures } from "./SalesFigures";

const ANALYSIS_PERIODS: Periods = [
  "twelve_months",
  "this_month",
  "last_month",
  "this_quarter",
  "last_quarter",
  "this_year",
  "last_year",
];

export function AnalysisPanel() {
  const search = useAnalysisSearch(ANALYSIS_PERIODS);
  const { from, to, currency } = search;
  const query = useQuery(dataQuery("/oos-sales-analysis", { query: { from, to, currency } }));
  const { data, isError, error, refetch } = query;
  return (
    <Stack gap="md">
      <AnalysisControls periods={ANALYSIS_PERIODS} {...search} />
      {data !== undefined && <Analysis data={data} />}
      {data === undefined &&
        (isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={640} />)}
    </Stack>
  );
}

function Analysis({ data }: { data: SalesAnalysis }) {
  const t = useTranslate();
  const source = useSource(data);
  const { sold, statuses } = data;
  if (statuses.every(({ count }) => count === 0) && !sold.target)
    return (
      <EmptyState title={t("oos_analysis.none.title")} detail={t("oos_analysis.none.detail")} />
    );
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {source}
      </Text>
      <ExcludedNote data={data} />
      <SalesFigures data={data} />
      <div className={classes.charts}>
        <SalesCharts data={data} source={source} />
      </div>
    </Stack>
  );
}

/** The amounts that no sum includes: without an exchange rate, or hidden from the user. */
function ExcludedNote({ data }: { data: SalesAnalysis }) {
  const t = useTranslate();
  const locale = useLocale();
  const { missing_rates: missing, sold } = data;
  if (missing.length === 0 && sold.hidden === 0) return null;
  return (
    <Stack gap={4} role="note">
      {missing.length > 0 && (
        <Text size="sm" fw={500} c="var(--regie-warning-text)">
          {t("oos_analysis.missing", listMissingRates(missing, locale))}
        </Text>
      )}
      {sold.hidden > 0 && <Text size="sm">{t("oos_analysis.hidden", { count: sold.hidden })}</Text>}
    </Stack>
  );
}

/** The period, date and currency of the analysis. */
function useSource(data: SalesAnalysis): string {
  const t = useTranslate();
  const locale = useLocale();
  return t("oos_analysis.source", {
    from: formatDate(data.from, locale),
    to: formatDate(data.to < data.as_of ? data.to : data.as_of, locale),
    as_of: formatDate(data.as_of, locale),
    currency: data.currency,
  });
}
