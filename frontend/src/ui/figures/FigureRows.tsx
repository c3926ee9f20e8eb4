// The records that a figure is the sum of: a page of them, with export.
import "@mantine/core/styles/Skeleton.css";
import { Button, Group, Skeleton, Text } from "@mantine/core";
import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DashboardRow, Page } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { ExportButton } from "../exports/ExportButton";
import { EmptyState } from "../feedback/EmptyState";
import { LoadFailure } from "../feedback/LoadFailure";
import type { FixedQuery, ListDescription } from "../table/listDescription";
import { RowTable } from "./RowTable";

export const ROWS_PAGE_SIZE = 25;

type Props = {
  label: string;
  options: UseQueryOptions<Page<DashboardRow>, Error, Page<DashboardRow>, unknown[]>;
  /** The list of the file, and what selects its rows. */
  list: ListDescription;
  query: FixedQuery;
  currency: string | undefined;
  groupText?: (row: DashboardRow) => ReactNode;
  onPageChange: (page: number) => void;
};

export function FigureRows({ label, options, list, query, onPageChange, ...table }: Props) {
  const t = useTranslate();
  const { data, isError, error, refetch } = useQuery(options);
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={300} />;
  if (data.data.length === 0) {
    return <EmptyState title={t("dashboard.empty.title")} detail={t("dashboard.empty.detail")} />;
  }
  return (
    <>
      <Group justify="flex-end">
        <ExportButton list={list} search={{}} fixed={query} />
      </Group>
      <RowTable label={label} rows={data.data} {...table} />
      <PageButtons meta={data.meta} onPageChange={onPageChange} />
    </>
  );
}

/** The range of rows, with buttons for the previous and next page. */
export function PageButtons({
  meta,
  onPageChange,
}: Pick<Props, "onPageChange"> & Pick<Page<DashboardRow>, "meta">) {
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
