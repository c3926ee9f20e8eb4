// The home page's figures of this month that the user may see, then their charts.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { DashboardFigureName } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { useCurrentUser } from "../../../session/currentUser";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import type { Figure } from "../../../ui/figures/FigureCards";
import { lazyComponent } from "../../../ui/lazyComponent";
import classes from "./Dashboard.module.css";
import { DashboardCards } from "./DashboardCards";
import { homeQuery, widestScope } from "./dashboardQueries";

const FIGURE_NAMES: readonly DashboardFigureName[] = [
  "mrr",
  "revenue",
  "burn_at_risk",
  "receivables",
  "overdue",
  "active_projects",
  "active_clients",
];

const FigureSparkline = lazyComponent(
  async () => (await import("./FigureSparkline")).FigureSparkline,
  <div className={classes.sparkline} aria-busy="true" />,
);
const HomeCharts = lazyComponent(
  async () => (await import("./HomeCharts")).HomeCharts,
  <div className={classes.charts} aria-busy="true">
    <Skeleton />
    <Skeleton />
  </div>,
);

/** `churn` comes from the route: nouns do not import each other. */
export function KeyFigures({ churn }: { churn: Figure | undefined }) {
  const t = useTranslate();
  const locale = useLocale();
  const user = useCurrentUser();
  const { data, isError, error, refetch } = useQuery(homeQuery(user));
  if (!data && isError) return <LoadFailure retry={refetch} error={error} />;
  if (!data) return <div className={classes.pending} aria-busy />;
  const { mrr, receivables } = data.figures;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t("dashboard.as_of", { date: formatDate(data.as_of, locale) })}
      </Text>
      <DashboardCards
        page="/dashboard"
        dashboard={data}
        names={FIGURE_NAMES}
        scope={widestScope(user)}
        footers={{
          mrr: <FigureSparkline name="mrr" />,
          receivables: <FigureSparkline name="receivables" />,
          overdue: <FigureSparkline name="overdue" />,
        }}
        insertedFigures={churn ? { mrr: churn } : {}}
      />
      {(mrr || receivables) && <HomeCharts dashboard={data} />}
    </Stack>
  );
}
