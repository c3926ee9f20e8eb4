// The figures of the business, as far as the reader asks and may see, and the state of the services they come from.
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
import type { DashboardQuery, Scope } from "./dashboardSearch";
import { Sources } from "./Sources";
import { useBoard, useBoardQuery } from "./useBoard";

const NAMES: readonly DashboardFigureName[] = [
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
/** What was lost stands among the figures of churn, and opens its rows here. */
const OPENED: readonly DashboardFigureName[] = [...NAMES, "lost_retainers", "lost_clients"];
/** What the cards will take, so that nothing moves when they come. */
const CARDS_HEIGHT = 520;

const DashboardCharts = lazyComponent(
  async () => (await import("./DashboardCharts")).DashboardCharts,
);
const RowsDrawer = lazyComponent(async () => (await import("./RowsDrawer")).RowsDrawer);
const UnmatchedCounts = lazyComponent(
  async () => (await import("./UnmatchedCounts")).UnmatchedCounts,
);

export type DashboardPeriod = DateRange & { currency: Currency | undefined; scope: Scope };
type Props = {
  /** Fixed where the page is the organization's; else the reader chooses. */
  scope?: Scope;
  /** What another part of the product shows of the same days. */
  more: (asked: DashboardPeriod) => ReactNode;
};

export function DashboardPage({ scope, more }: Props) {
  const { can } = usePermissions();
  const t = useTranslate();
  const asked = useBoardQuery(scope);
  const { days } = useBoard();
  const own = useCurrentUser().currency;
  return (
    <>
      <PageTitle>{t("dashboard.title")}</PageTitle>
      <Stack gap="md">
        <DashboardFilters scope={scope} />
        <Board scope={scope} asked={asked} />
        {more({ ...days, currency: asked.currency ?? parseCurrency(own), scope: asked.scope })}
        <Sources asked={asked} />
        {can("matching.view") && <UnmatchedCounts />}
      </Stack>
    </>
  );
}

function Board({ scope, asked }: { scope: Scope | undefined; asked: DashboardQuery }) {
  const t = useTranslate();
  const locale = useLocale();
  const { search, change } = useBoard();
  const { data, isError, error, refetch } = useQuery(dashboardQuery(asked));
  if (data === undefined) {
    return isError ? (
      <LoadFailure retry={refetch} error={error} />
    ) : (
      <Skeleton height={CARDS_HEIGHT} />
    );
  }
  const page = scope === undefined ? "/dashboard" : "/admin/dashboard";
  const open = OPENED.find((name) => name === search.rows);
  return (
    <>
      <Text c="dimmed">{t("dashboard.as_of", { date: formatDate(data.as_of, locale) })}</Text>
      <DashboardCards page={page} dashboard={data} names={NAMES} search={search} />
      <div className={classes.charts}>
        <DashboardCharts dashboard={data} />
      </div>
      {open && (
        <RowsDrawer
          dashboard={data}
          name={open}
          search={{ ...search, scope: asked.scope }}
          change={change}
        />
      )}
    </>
  );
}
