// The dashboard: growth, delivery and cash within the user's permissions and filters, and the state of their sources.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Dashboard } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { usePermissions } from "../../../session/permissions";
import { parseCurrency } from "../../../session/userCurrency";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { lazyComponent } from "../../../ui/lazyComponent";
import classes from "./Dashboard.module.css";
import { DashboardDays } from "./DashboardDays";
import { DashboardFilters } from "./DashboardFilters";
import { type ChurnParts, DashboardSections, type MarginPart } from "./DashboardSections";
import { DashboardState } from "./DashboardState";
import { dashboardQuery } from "./dashboardQueries";
import { Sources } from "./Sources";
import { FIGURES_WITH_ROWS } from "./sections";
import { useBoard, useBoardQuery } from "./useBoard";

const RowsDrawer = lazyComponent(async () => (await import("./RowsDrawer")).RowsDrawer);
const UnmatchedCounts = lazyComponent(
  async () => (await import("./UnmatchedCounts")).UnmatchedCounts,
);

type Parts = { churn: ChurnParts | undefined; margin: MarginPart | undefined };

export function DashboardPage(parts: Parts) {
  const t = useTranslate();
  const query = useBoardQuery();
  const { data, isError, error, refetch } = useQuery(dashboardQuery(query));
  return (
    <>
      <PageTitle actions={<DashboardFilters />}>{t("dashboard.title")}</PageTitle>
      {data && <Board dashboard={data} {...parts} />}
      {!data && (isError ? <LoadFailure retry={refetch} error={error} /> : <Pending />)}
    </>
  );
}

/** Reserves the heights of the sentence, of the days and of the sections. */
function Pending() {
  return (
    <div aria-busy="true">
      <div className={classes.pendingHead} />
      {[1, 2, 3].map((section) => (
        <div key={section} className={classes.section}>
          <Skeleton className={classes.figures} />
          <Skeleton className={classes.chart} />
        </div>
      ))}
    </div>
  );
}

type BoardProps = Parts & { dashboard: Dashboard };

function Board({ dashboard, ...parts }: BoardProps) {
  const { can } = usePermissions();
  const query = useBoardQuery();
  const { search, days, change } = useBoard();
  const ownCurrency = useCurrentUser().currency;
  const open = FIGURES_WITH_ROWS.find((name) => name === search.rows);
  const { scope } = query;
  const period = {
    ...days,
    currency: query.currency ?? parseCurrency(ownCurrency),
    scope,
    compare: query.compare ?? "previous",
  };
  return (
    <>
      <DashboardState dashboard={dashboard} />
      <DashboardDays dashboard={dashboard} />
      <DashboardSections {...{ dashboard, scope, period }} {...parts} />
      <div className={classes.below}>
        <Sources query={query} />
        {can("matching.view") && <UnmatchedCounts />}
      </div>
      {open && (
        <RowsDrawer
          dashboard={dashboard}
          name={open}
          search={{ ...search, scope }}
          change={change}
        />
      )}
    </>
  );
}
