// Churn over a period in one currency: how MRR moved, what was lost each month, why, whose, and how long clients stay.
import { dataQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ChurnAnalysis } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { AnalysisControls } from "../../../ui/analysis/AnalysisControls";
import { useAnalysisSearch } from "../../../ui/analysis/analysisSearch";
import { EmptyState } from "../../../ui/feedback/EmptyState";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { AnalysisFigures } from "./AnalysisFigures";
import { ChurnByMonth, Cohorts, MrrBridge } from "./BridgeCharts";
import classes from "./Churns.module.css";
import { LeftOut, RatesUsed, useSource } from "./ConversionNotes";
import { LossCharts } from "./LossCharts";
import { ANALYSED } from "./periods";

export function AnalysisPanel() {
  const search = useAnalysisSearch(ANALYSED);
  const { from, to, currency } = search;
  const query = useQuery(dataQuery("/churns-analysis", { query: { from, to, currency } }));
  const { data, isError, error, refetch } = query;
  return (
    <Stack gap="md">
      <AnalysisControls periods={ANALYSED} {...search} />
      {data !== undefined && <Analysis data={data} />}
      {data === undefined &&
        (isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={640} />)}
    </Stack>
  );
}

function Analysis({ data }: { data: ChurnAnalysis }) {
  const t = useTranslate();
  const source = useSource(data);
  const { bridge, balances } = data;
  const none =
    balances.mrr_start.length + balances.mrr_end.length + bridge.project_churn.lost === 0;
  if (none && data.left_out.length === 0) {
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
      <LeftOut data={data} />
      <AnalysisFigures data={data} />
      <div className={classes.charts}>
        <MrrBridge data={data} source={source} />
        <ChurnByMonth data={data} source={source} />
        <LossCharts data={data} source={source} />
      </div>
      <Cohorts data={data} source={source} />
      <RatesUsed data={data} />
    </Stack>
  );
}
