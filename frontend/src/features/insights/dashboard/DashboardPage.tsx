// The dashboard: figures within the user's permissions and filters, and the state of their sources.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Currency, DashboardFigureName } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import type { DateRange } from "../../../lib/periods";
import { useCurrentUser } from "../../../session/currentUser";
import { usePermissions } from "../../../session/permissions";
import { parseCurrency } from "../../../session/userCurrency";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { lazyComponent } from "../../../ui/lazyComponent";
import classes from "./Dashboard.module.css";
import { DashboardCards } from "./DashboardCards";
import { DashboardFilters } from "./DashboardFilters";
import { dashboardQuery } from "./dashboardQueries";
import type { Comparison, DashboardQuery, Scope } from "./dashboardSearch";
import { Sources } from "./Sources";
import { useBoard, useBoardQuery } from "./useBoard";

const FIGURE_NAMES: readonly DashboardFigureName[] = [
  "mrr",
  "revenue",
  "oos_sold",
  "receivables",
  "overdue",
  "pipeline",
  "burn_at_risk",
  "utilisation",
  "goals",
  "values_received",
  "active_projects",
  "active_clients",
];
/** The figures with rows on this page, including those of churn. */
const FIGURES_WITH_ROWS: readonly DashboardFigureName[] = [
  ...FIGURE_NAMES,
  "unweighted_deals",
  "invoiced",
  "lost_retainers",
  "lost_clients",
];
/** The expected height, to avoid layout shifts. */
const CARDS_HEIGHT = 520;

const DashboardCharts = lazyComponent(
  async () => (await import("./DashboardCharts")).DashboardCharts,
);
const RowsDrawer = lazyComponent(async () => (await import("./RowsDrawer")).RowsDrawer);
const UnmatchedCounts = lazyComponent(
  async () => (await import("./UnmatchedCounts")).UnmatchedCounts,
);

export type DashboardPeriod = DateRange & {
  currency: Currency | undefined;
  scope: Scope;
  compare: Comparison;
};
type Props = {
  /** Fixed on the organization's page; otherwise a filter. */
  scope?: Scope;
  /** Renders figures of other nouns for the same period. */
  renderMore: (period: DashboardPeriod) => ReactNode;
};

export function DashboardPage({ scope, renderMore }: Props) {
  const { can } = usePermissions();
  const t = useTranslate();
  const query = useBoardQuery(scope);
  const { days } = useBoard();
  const ownCurrency = useCurrentUser().currency;
  return (
    <>
      <PageTitle>{t("dashboard.title")}</PageTitle>
      <Stack gap="md">
        <DashboardFilters scope={scope} />
        <Board scope={scope} query={query} />
        {renderMore({
          ...days,
          currency: query.currency ?? parseCurrency(ownCurrency),
          scope: query.scope,
          compare: query.compare ?? "previous",
        })}
        <Sources query={query} />
        {can("matching.view") && <UnmatchedCounts />}
      </Stack>
    </>
  );
}

function Board({ scope, query }: { scope: Scope | undefined; query: DashboardQuery }) {
  const t = useTranslate();
  const locale = useLocale();
  const { search, change } = useBoard();
  const { data, isError, error, refetch } = useQuery(dashboardQuery(query));
  if (data === undefined) {
    return isError ? (
      <LoadFailure retry={refetch} error={error} />
    ) : (
      <Skeleton height={CARDS_HEIGHT} />
    );
  }
  const page = scope === undefined ? "/dashboard" : "/admin/dashboard";
  const open = FIGURES_WITH_ROWS.find((name) => name === search.rows);
  return (
    <>
      <Text c="dimmed">{t("dashboard.as_of", { date: formatDate(data.as_of, locale) })}</Text>
      <DashboardCards
        page={page}
        dashboard={data}
        names={FIGURE_NAMES}
        scope={query.scope ?? "all"}
        search={search}
      />
      <div className={classes.charts}>
        <DashboardCharts dashboard={data} scope={query.scope ?? "all"} />
      </div>
      {open && (
        <RowsDrawer
          dashboard={data}
          name={open}
          search={{ ...search, scope: query.scope }}
          change={change}
        />
      )}
    </>
  );
}
