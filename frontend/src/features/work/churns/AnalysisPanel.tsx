// The churn analysis of a period in one currency: MRR, losses by month, reason and employee, and cohorts.
import { dataQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ChurnAnalysis } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { AnalysisControls } from "../../../ui/analysis/AnalysisControls";
import { useAnalysisSearch } from "../../../ui/analysis/analysisSearch";
import { EmptyState } from "../../../ui/feedback/EmptyState";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { NativeSelectField } from "../../../ui/fields/NativeSelectField";
import { changedSearch } from "../../../ui/links/screenSearch";
import { AnalysisFigures } from "./AnalysisFigures";
import { ChurnByMonth, Cohorts, MrrBridge } from "./BridgeCharts";
import classes from "./Churns.module.css";
import { MissingRatesNote, RatesTable, useSource } from "./ConversionNotes";
import { LossCharts } from "./LossCharts";
import { lostRetainers } from "./lostRetainers";
import { ANALYSIS_PERIODS } from "./periods";

const COMPARISONS = ["previous", "last_year"] as const;

/** Stored in the address, like the period. */
function useComparison() {
  const navigate = useNavigate();
  const { compare } = useSearch({ strict: false }) as { compare?: unknown };
  const choose = (value: string) => {
    const search = changedSearch({ compare: value === "previous" ? undefined : value });
    void navigate({ to: ".", search, resetScroll: false });
  };
  return [COMPARISONS.find((name) => name === compare) ?? "previous", choose] as const;
}

export function AnalysisPanel() {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const search = useAnalysisSearch(ANALYSIS_PERIODS);
  const { from, to, currency } = search;
  const [compare, chooseComparison] = useComparison();
  const parameters = { from, to, currency, compare };
  const query = useQuery(dataQuery("/churns-analysis", { query: parameters }));
  const { data, isError, error, refetch } = query;
  return (
    <Stack gap="md">
      <AnalysisControls periods={ANALYSIS_PERIODS} {...search}>
        <NativeSelectField
          label={t("analysis.compare")}
          value={compare}
          choices={COMPARISONS.map((name) => ({ value: name, label: label("comparison", name) }))}
          onChange={chooseComparison}
        />
      </AnalysisControls>
      {data !== undefined && <Analysis data={data} />}
      {data === undefined &&
        (isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={640} />)}
    </Stack>
  );
}

function Analysis({ data }: { data: ChurnAnalysis }) {
  const t = useTranslate();
  const source = useSource(data);
  const { balances } = data;
  const isEmpty = balances.mrr_start.length + balances.mrr_end.length + lostRetainers(data) === 0;
  if (isEmpty && data.left_out.length === 0) {
    return (
      <EmptyState
        title={t("churns.movements.none.title")}
        detail={t("churns.movements.none.detail")}
      />
    );
  }
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {source}
      </Text>
      <MissingRatesNote data={data} />
      <AnalysisFigures data={data} />
      <div className={classes.charts}>
        <MrrBridge data={data} source={source} />
        <ChurnByMonth data={data} source={source} />
        <LossCharts data={data} source={source} />
      </div>
      <Cohorts data={data} source={source} />
      <RatesTable data={data} />
    </Stack>
  );
}
