// The records that a figure is made of: each with what it brings in, at which rate, and the sum at the top.
import { pageQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Dashboard, DashboardFigureName, DashboardRow, Page } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { SideDrawer } from "../../../ui/dialogs/SideDrawer";
import { EmptyState } from "../../../ui/feedback/EmptyState";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { sumOf } from "./dashboardGroups";
import { boardQuery, type DashboardSearch } from "./dashboardSearch";
import { FigureBreakdown } from "./FigureBreakdown";
import { RowTable } from "./RowTable";
import { sumText } from "./sumText";
import { useGroupName } from "./useGroupName";

const A_PAGE = 25;

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
  const asked = search.group;
  const group = asked === undefined ? undefined : sumOf(figure, asked);
  const label = t(`dashboard.${name}.label`);
  const title = group && asked ? `${label} · ${groupName(name, asked)}` : label;
  return (
    <SideDrawer
      title={t("dashboard.rows_of", { label: title })}
      width="52rem"
      onClose={() => change({})}
    >
      <Stack gap="sm">
        <Text size="xl" fw={600}>
          {sumText(group ?? figure, figure.unit, t, locale)}
        </Text>
        <Text size="sm" c="dimmed">
          {[
            t("dashboard.records", { count: (group ?? figure).count }),
            t("dashboard.as_of", { date: formatDate(figure.as_of, locale) }),
            t(`dashboard.${name}.help`),
          ].join(" · ")}
        </Text>
        <FigureBreakdown figure={figure} name={name} group={asked} />
        <Rows
          label={title}
          name={name}
          search={search}
          currency={dashboard.currency}
          turn={(page) => change({ rows: name, group: search.group, page })}
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
  turn: (page: number) => void;
};

function Rows({ label, name, search, currency, turn }: RowsProps) {
  const t = useTranslate();
  const asked = {
    ...boardQuery(search),
    figure: name,
    ...(search.group === undefined ? {} : { group: search.group }),
    page: search.page ?? 1,
    per_page: A_PAGE,
  };
  const { data, isError, refetch } = useQuery(pageQuery("/dashboard-rows", { query: asked }));
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} /> : <Skeleton height={300} />;
  if (data.data.length === 0) {
    return <EmptyState title={t("dashboard.empty.title")} detail={t("dashboard.empty.detail")} />;
  }
  return (
    <>
      <RowTable
        label={label}
        name={name}
        group={search.group}
        rows={data.data}
        currency={currency}
      />
      <Turn meta={data.meta} turn={turn} />
    </>
  );
}

/** Which of the rows these are, and the ones before and after. */
function Turn({ meta, turn }: { meta: Page<DashboardRow>["meta"]; turn: RowsProps["turn"] }) {
  const t = useTranslate();
  if (meta.last_page === 1) return null;
  const page = meta.current_page;
  const range = { from: meta.from ?? 0, to: meta.to ?? 0, total: meta.total };
  return (
    <Group gap="sm">
      <Button variant="default" disabled={page === 1} onClick={() => turn(page - 1)}>
        {t("ui.pagination.previous")}
      </Button>
      <Text size="sm">{t("table.range", range)}</Text>
      <Button variant="default" disabled={page === meta.last_page} onClick={() => turn(page + 1)}>
        {t("ui.pagination.next")}
      </Button>
    </Group>
  );
}
