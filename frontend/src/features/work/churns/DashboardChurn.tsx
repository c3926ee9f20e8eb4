// The dashboard's part of churn: how MRR moved in its days, and the rates of loss, each with the way to its rows.
import { dataQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ChurnAnalysis, Currency } from "../../../api/types";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { AnalysisFigures } from "./AnalysisFigures";
import { ChurnByMonth, MrrBridge } from "./BridgeCharts";
import classes from "./Churns.module.css";
import { LeftOut, useSource } from "./ConversionNotes";

type Props = {
  from: string;
  to: string;
  currency: Currency | undefined;
  scope: "own" | "team" | "all";
};

export function DashboardChurn(asked: Props) {
  const query = useQuery(dataQuery("/churns-analysis", { query: asked }));
  const { data, isError, error, refetch } = query;
  if (data === undefined) {
    return isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={640} />;
  }
  return <Churn data={data} />;
}

function Churn({ data }: { data: ChurnAnalysis }) {
  const source = useSource(data);
  return (
    <Stack gap="md">
      <LeftOut data={data} />
      <AnalysisFigures data={data} isOnBoard />
      <div className={classes.charts}>
        <MrrBridge data={data} source={source} />
        {data.months.length > 1 && <ChurnByMonth data={data} source={source} />}
      </div>
    </Stack>
  );
}
