// The home page's churn rate of twelve months, with a link to its losses.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import type { ChurnAnalysis } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { periodRange } from "../../../lib/periods";
import { useCurrentUser } from "../../../session/currentUser";
import { useToday } from "../../../session/today";
import { useMrrFigures } from "./AnalysisFigures";
import classes from "./Churns.module.css";
import { FigureBody } from "./FigureBody";

export function HomeChurn() {
  const t = useTranslate();
  const { fiscal_year_start } = useCurrentUser().organization;
  const days = periodRange("twelve_months", useToday(), fiscal_year_start);
  const { data, isPending } = useQuery(dataQuery("/churns-analysis", { query: days }));
  return (
    <div className={classes.homeFigure} aria-busy={isPending}>
      {data && <ChurnRate data={data} />}
      {!data && !isPending && (
        <Text size="sm" c="dimmed">
          {t("home.unavailable")}
        </Text>
      )}
    </div>
  );
}

function ChurnRate({ data }: { data: ChurnAnalysis }) {
  const { gross } = useMrrFigures(data);
  return <FigureBody data={data} figure={gross} />;
}
