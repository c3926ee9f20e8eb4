// The records of a figure, with their sum.
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

const PAGE_SIZE = 25;

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
  const t = useTranslate();
  const query = {
    ...boardQuery(search),
    figure: name,
    ...(search.group === undefined ? {} : { group: search.group }),
    page: search.page ?? 1,
    per_page: PAGE_SIZE,
  };
  const { data, isError, refetch } = useQuery(pageQuery("/dashboard-rows", { query }));
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
      <PageButtons meta={data.meta} onPageChange={onPageChange} />
    </>
  );
}

/** The range of rows, with buttons for the previous and next page. */
function PageButtons({
  meta,
  onPageChange,
}: Pick<RowsProps, "onPageChange"> & { meta: Page<DashboardRow>["meta"] }) {
  const t = useTranslate();
  if (meta.last_page === 1) return null;
  const page = meta.current_page;
  const range = { from: meta.from ?? 0, to: meta.to ?? 0, total: meta.total };
  return (
    <Group gap="sm">
      <Button variant="default" disabled={page === 1} onClick={() => onPageChange(page - 1)}>
        {t("ui.pagination.previous")}
      </Button>
      <Text size="sm">{t("table.range", range)}</Text>
      <Button
        variant="default"
        disabled={page === meta.last_page}
        onClick={() => onPageChange(page + 1)}
      >
        {t("ui.pagination.next")}
      </Button>
    </Group>
  );
}
