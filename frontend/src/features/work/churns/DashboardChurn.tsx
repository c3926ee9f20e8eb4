// The dashboard's churn section: MRR movements and loss rates of its period, with links to their rows.
import { dataQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ChurnAnalysis, Currency } from "../../../api/types";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { AnalysisFigures } from "./AnalysisFigures";
import { ChurnByMonth, MrrBridge } from "./BridgeCharts";
import classes from "./Churns.module.css";
import { MissingRatesNote, useSource } from "./ConversionNotes";

type Props = {
  from: string;
  to: string;
  currency: Currency | undefined;
  scope: "own" | "team" | "all";
  compare: "previous" | "last_year" | "target";
};

export function DashboardChurn(parameters: Props) {
  const query = useQuery(dataQuery("/churns-analysis", { query: parameters }));
  const { data, isError, error, refetch } = query;
  if (data === undefined) {
    return isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={640} />;
  }
  return <ChurnContent data={data} pageScope={parameters.scope} />;
}

function ChurnContent({ data, pageScope }: { data: ChurnAnalysis; pageScope: Props["scope"] }) {
  const source = useSource(data);
  return (
    <Stack gap="md">
      <MissingRatesNote data={data} />
      <AnalysisFigures data={data} isOnDashboard pageScope={pageScope} />
      <div className={classes.charts}>
        <MrrBridge data={data} source={source} />
        {data.months.length > 1 && <ChurnByMonth data={data} source={source} />}
      </div>
    </Stack>
  );
}
