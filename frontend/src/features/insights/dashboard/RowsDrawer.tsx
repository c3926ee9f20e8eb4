// The records of a figure, with their sum.

import { Stack, Text } from "@mantine/core";
import { pageQuery } from "../../../api/queries";
import type { Dashboard, DashboardFigureName } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { SideDrawer } from "../../../ui/dialogs/SideDrawer";
import { FigureRows, ROWS_PAGE_SIZE } from "../../../ui/figures/FigureRows";
import { dashboardRowsList } from "../../../ui/figures/rowsLists";
import { sumText } from "../../../ui/figures/sumText";
import { lazyComponent } from "../../../ui/lazyComponent";
import { sumOf } from "./dashboardGroups";
import { boardQuery, type DashboardSearch } from "./dashboardSearch";
import { FigureBreakdown } from "./FigureBreakdown";
import { Reconciliation } from "./Reconciliation";
import { useGroupName } from "./useGroupName";

const DashboardChart = lazyComponent(
  async () => (await import("./DashboardCharts")).DashboardChart,
);

type Props = {
  dashboard: Dashboard;
  name: DashboardFigureName;
  search: DashboardSearch;
  change: (changed: Partial<DashboardSearch>) => void;
};

export function RowsDrawer({ dashboard, name, search, change }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const groupName = useGroupName();
  const figure = dashboard.figures[name];
  if (figure === undefined || !figure.has_rows) return null;
  const { group } = search;
  const groupSum = group === undefined ? undefined : sumOf(figure, group);
  const label = t(`dashboard.${name}.label`);
  const title = groupSum && group ? `${label} · ${groupName(name, group)}` : label;
  return (
    <SideDrawer
      title={t("dashboard.rows_of", { label: title })}
      width="52rem"
      onClose={() => change({})}
    >
      <Stack gap="sm">
        <Text size="xl" fw={600}>
          {sumText(groupSum ?? figure, figure.unit, t, locale)}
        </Text>
        <Text size="sm" c="dimmed">
          {[
            t("dashboard.records", { count: (groupSum ?? figure).count }),
            t("dashboard.as_of", { date: formatDate(figure.as_of, locale) }),
            t(`dashboard.${name}.help`),
          ].join(" · ")}
        </Text>
        {(name === "revenue" || name === "invoiced") && group === undefined && (
          <Reconciliation dashboard={dashboard} />
        )}
        {name === "revenue" && group === undefined && (
          <DashboardChart name="revenue" dashboard={dashboard} scope={search.scope ?? "all"} />
        )}
        <FigureBreakdown figure={figure} name={name} group={group} />
        <Rows
          label={title}
          name={name}
          search={search}
          currency={dashboard.currency}
          onPageChange={(page) => change({ rows: name, group, page })}
        />
      </Stack>
    </SideDrawer>
  );
}

type RowsProps = {
  label: string;
  name: DashboardFigureName;
  search: DashboardSearch;
  currency: string;
  onPageChange: (page: number) => void;
};

function Rows({ label, name, search, currency, onPageChange }: RowsProps) {
  const groupName = useGroupName();
  const query = {
    ...boardQuery(search),
    figure: name,
    ...(search.group === undefined ? {} : { group: search.group }),
  };
  const onPage = { ...query, page: search.page ?? 1, per_page: ROWS_PAGE_SIZE };
  return (
    <FigureRows
      label={label}
      options={pageQuery("/dashboard-rows", { query: onPage })}
      list={dashboardRowsList}
      query={query}
      currency={currency}
      groupText={(row) => groupName(name, row.group, search.group)}
      onPageChange={onPageChange}
    />
  );
}
