// The placeholders of a list without rows: loading, empty, no results, forbidden, failed.
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { ApiError } from "../../api/errors";
import { useTranslate } from "../../i18n/translate";
import { EmptyState } from "../feedback/EmptyState";
import { Forbidden } from "../feedback/Forbidden";
import { validationReason } from "../feedback/validationReason";
import { ROW_HEIGHTS } from "./density";
import { useDensity } from "./densityChoice";
import { DEFAULT_PAGE_SIZE, type ListDescription } from "./listDescription";
import { activeFilters } from "./listSearch";
import { TableSkeleton } from "./TableSkeleton";
import type { ListState } from "./useListState";

export type EmptyText = { title: string; detail: string; action?: ReactNode };

type NoRowsProps = { list: ListDescription; state: ListState; empty: EmptyText };

export function NoRows({ list, state, empty }: NoRowsProps) {
  const t = useTranslate();
  const { q } = state.search;
  const isFiltered = q !== undefined || activeFilters(list, state.search).length > 0;
  if (!isFiltered) return <EmptyState {...empty} />;
  return (
    <EmptyState
      title={t("table.no_match.title")}
      detail={t("table.no_match.detail")}
      action={<ClearFiltersButton state={state} />}
    />
  );
}

function ClearFiltersButton({ state }: { state: ListState }) {
  const t = useTranslate();
  return (
    <Button variant="default" onClick={state.clear}>
      {t("table.no_match.action")}
    </Button>
  );
}

type LoadingRowsProps = { error: Error | null; state: ListState; retry: () => void };

export function LoadingRows({ error, state, retry }: LoadingRowsProps) {
  const t = useTranslate();
  const { per_page: rows = DEFAULT_PAGE_SIZE } = state.search;
  const density = useDensity(state.search);
  if (error === null) return <TableSkeleton rows={rows} height={ROW_HEIGHTS[density]} />;
  if (error instanceof ApiError && error.status === 403) return <Forbidden />;
  const reason = validationReason(error);
  if (reason !== null)
    return (
      <EmptyState
        title={t("ui.failed.refused")}
        detail={reason}
        action={<ClearFiltersButton state={state} />}
      />
    );
  const retryButton = <Button onClick={retry}>{t("common.retry")}</Button>;
  return (
    <EmptyState
      title={t("table.failed.title")}
      detail={t("table.failed.detail")}
      action={retryButton}
    />
  );
}
