// MRR over a period: one bridge of all currencies in the reader's, or of one currency; and what was lost.
import "@mantine/core/styles/Skeleton.css";
import { Group, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { dataQuery } from "../../../api/queries";
import type { ChurnStatistics } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { periodRange } from "../../../lib/periods";
import { useCurrentUser } from "../../../session/currentUser";
import { useEnumOptions } from "../../../session/enumOptions";
import { useToday } from "../../../session/today";
import { useUserCurrency } from "../../../session/userCurrency";
import { EmptyState } from "../../../ui/feedback/EmptyState";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { NativeSelectField } from "../../../ui/fields/NativeSelectField";
import { ViewSwitch } from "../../../ui/layout/ViewSwitch";
import { changedSearch, type ScreenSearch } from "../../../ui/links/screenSearch";
import { movementsLink } from "./analysisLinks";
import { MrrBridge } from "./BridgeCharts";
import { CurrencyBridge, linesLink } from "./Bridges";
import { DEDUCTED_LINES, RETENTION_LINES } from "./bridgeLines";
import { MissingRatesNote, useSource } from "./ConversionNotes";
import { MovementFacts } from "./MovementFacts";
import { PERIODS } from "./periods";

/** The figures and the bridge, to avoid layout shifts. */
const HEIGHT = 560;

type Days = { from: string; to: string };
type Search = { period?: unknown; currency?: unknown };

export function MovementsPanel() {
  const t = useTranslate();
  const navigate = useNavigate();
  const today = useToday();
  const { fiscal_year_start } = useCurrentUser().organization;
  const search = useSearch({ strict: false }) as Search;
  const period = PERIODS.find((name) => name === search.period) ?? "this_month";
  // Future days are excluded, as on the dashboard and in the analysis.
  const { from, to } = periodRange(period, today, fiscal_year_start);
  const choose = (next: string) => {
    const change = changedSearch({ period: next === "this_month" ? undefined : next });
    void navigate({ to: ".", search: change, resetScroll: false });
  };
  return (
    <Stack gap="md">
      <Group>
        <NativeSelectField
          label={t("analysis.period")}
          value={period}
          onChange={choose}
          choices={PERIODS.map((value) => ({ value, label: t(`analysis.periods.${value}`) }))}
        />
      </Group>
      <Movements from={from} to={to < today ? to : today} />
    </Stack>
  );
}

function Movements(days: Days) {
  const t = useTranslate();
  const query = useQuery(dataQuery("/churns-statistics", { query: days }));
  const { currency } = useSearch({ strict: false }) as Search;
  const own = useUserCurrency();
  const { data, isError, error, refetch } = query;
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={HEIGHT} />;
  const { currencies } = data;
  const [only] = currencies;
  if (only === undefined)
    return (
      <EmptyState
        title={t("churns.movements.none.title")}
        detail={t("churns.movements.none.detail")}
      />
    );
  // All in the reader's currency are then the same as those in this one.
  const isOnlyOwn = currencies.length === 1 && only.currency === own;
  const chosen = isOnlyOwn ? only : currencies.find((row) => row.currency === currency);
  return (
    <Stack gap="md">
      {!isOnlyOwn && <CurrencyViews data={data} current={chosen?.currency ?? ""} />}
      {chosen ? (
        <OneCurrency data={data} row={chosen} />
      ) : (
        <AllCurrencies data={data} days={days} />
      )}
    </Stack>
  );
}

/** All currencies in the reader's, then each one. */
function CurrencyViews({ data, current }: { data: ChurnStatistics; current: string }) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const currency = useUserCurrency();
  const search = useSearch({ strict: false }) as ScreenSearch & Search;
  const { currency: _, ...shared } = search;
  const views = data.currencies.map((row) => ({
    id: row.currency,
    label: label("currency", row.currency),
    search: { ...shared, currency: row.currency },
  }));
  return (
    <ViewSwitch
      isInline
      label={t("analysis.currency")}
      current={current}
      views={[
        { id: "", label: t("churns.movements.all_in", { currency }), search: shared },
        ...views,
      ]}
    />
  );
}

function OneCurrency(props: { data: ChurnStatistics; row: ChurnStatistics["currencies"][number] }) {
  const t = useTranslate();
  const locale = useLocale();
  const { data, row } = props;
  const source = t("churns.movements.span", {
    from: formatDate(data.starts_on, locale),
    to: formatDate(data.ends_on, locale),
    as_of: formatDate(data.as_of, locale),
  });
  const links = {
    gross_revenue_churn: linesLink(props, DEDUCTED_LINES).link,
    net_revenue_retention: linesLink(props, RETENTION_LINES).link,
  };
  return (
    <>
      <MovementFacts data={data} movements={row} links={links} />
      <CurrencyBridge {...props} source={source} />
    </>
  );
}

function AllCurrencies({ data, days }: { data: ChurnStatistics; days: Days }) {
  const query = { ...days, currency: useUserCurrency() };
  const analysis = useQuery(dataQuery("/churns-analysis", { query }));
  const { isError, error, refetch } = analysis;
  if (analysis.data === undefined)
    return isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={HEIGHT} />;
  return <Converted data={data} analysis={analysis.data} />;
}

type ConvertedProps = { data: ChurnStatistics; analysis: Parameters<typeof useSource>[0] };

function Converted({ data, analysis }: ConvertedProps) {
  const source = useSource(analysis);
  const links = {
    gross_revenue_churn: movementsLink(analysis, analysis, { kind: DEDUCTED_LINES }).link,
    net_revenue_retention: movementsLink(analysis, analysis, { kind: RETENTION_LINES }).link,
  };
  return (
    <>
      <MovementFacts data={data} movements={analysis.bridge} links={links} />
      <MissingRatesNote data={analysis} />
      <MrrBridge data={analysis} source={source} />
    </>
  );
}
