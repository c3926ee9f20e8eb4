// The one list of the application: described columns and filters in, a table that lives in the address out.
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { ApiError } from "../../api/errors";
import { pageQuery } from "../../api/queries";
import type { Page } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { EmptyState } from "../EmptyState";
import { Forbidden } from "../Forbidden";
import { useStart } from "../views/savedViews";
import { CardList } from "./CardList";
import { DEFAULT_PAGE_SIZE, type ListDescription, ROW_HEIGHTS } from "./listDescription";
import {
  activeFilters,
  foreignPart,
  type ListSearch,
  listQuery,
  stripDefaults,
} from "./listSearch";
import { mayRead, useOwnList } from "./ownList";
import { Pager } from "./Pager";
import { TableGrid } from "./TableGrid";
import { TableSkeleton } from "./TableSkeleton";
import { Toolbar } from "./Toolbar";
import classes from "./Toolbar.module.css";
import type { Cells, Listed } from "./tableModel";
import { type ListState, useListState } from "./useListState";

const FilterChips = lazy(async () => ({ default: (await import("./FilterChips")).FilterChips }));

const PHONE = "(max-width: 47.99em)";

type Words = { title: string; detail: string; action?: ReactNode };

export type ResourceTableProps<Item extends Listed> = {
  list: ListDescription;
  cells: Cells<Item>;
  /** What the list is, for those who do not see it. */
  label: string;
  /** Narrows the list for good: a kind's projects, a client's invoices. */
  fixed?: Readonly<Record<string, string>>;
  /** Shown when there is nothing at all yet. */
  empty: Words;
  actions?: (item: Item) => ReactNode;
  /** Draws the rows as something else than a table: a log's entries, for instance. */
  drawn?: (rows: readonly Item[], busy: boolean) => ReactNode;
};

export function ResourceTable<Item extends Listed>(props: ResourceTableProps<Item>) {
  const user = useCurrentUser();
  const list = useOwnList(props.list);
  if (!mayRead(list, user)) return <Forbidden />;
  return <OwnTable {...props} list={list} />;
}

function OwnTable<Item extends Listed>(props: ResourceTableProps<Item>) {
  const { list, label } = props;
  const state = useListState(list);
  const start = useStart(list, state.search);
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  return (
    <section aria-label={label}>
      <Toolbar list={list} state={state} label={label} columns={!phone && !props.drawn} />
      {activeFilters(list, state.search).length > 0 && (
        <Suspense fallback={<div className={classes.chips} aria-busy="true" />}>
          <FilterChips list={list} state={state} />
        </Suspense>
      )}
      <div style={{ marginTop: 12 }}>
        {start === undefined ? (
          <AskedRows {...props} state={state} phone={phone} />
        ) : (
          <>
            {start !== "unknown" && <Started list={list} search={start} />}
            <BeforeRows error={null} state={state} retry={() => undefined} />
          </>
        )}
      </div>
    </section>
  );
}

/** Leads the address on, such as the bare one to the view that the reader opens this list with; Back leads to where they came from. */
function Started({ list, search }: { list: ListDescription; search: ListSearch }) {
  const led = (before: Record<string, unknown>) => ({ ...foreignPart(list, before), ...search });
  return <Navigate to="." search={led as never} replace resetScroll={false} />;
}

type AskedProps<Item extends Listed> = ResourceTableProps<Item> & {
  state: ListState;
  phone: boolean;
};

function AskedRows<Item extends Listed>(props: AskedProps<Item>) {
  const { list, fixed, state } = props;
  const query = useQuery(pageQuery<Item>(list.path, listQuery(list, state.search, fixed)));
  const { data, error, isPlaceholderData, isFetching } = query;
  if (data === undefined)
    return <BeforeRows error={error} state={state} retry={() => void query.refetch()} />;
  return <Rows {...props} page={data} busy={isPlaceholderData && isFetching} />;
}

type RowsProps<Item extends Listed> = AskedProps<Item> & { page: Page<Item>; busy: boolean };

function Rows<Item extends Listed>(props: RowsProps<Item>) {
  const { list, page, state, phone, empty } = props;
  if (page.data.length === 0) {
    const { total, last_page: last } = page.meta;
    const beyond = (state.search.page ?? 1) > last;
    if (total === 0 || !(beyond || props.busy))
      return <NoRows list={list} state={state} empty={empty} />;
    // The address leads beyond the end: rows went away since, or it was typed. The last page is what there is.
    return (
      <>
        {beyond && (
          <Started list={list} search={stripDefaults(list, { ...state.search, page: last })} />
        )}
        <BeforeRows error={null} state={state} retry={() => undefined} />
      </>
    );
  }
  const shared = {
    list,
    search: state.search,
    cells: props.cells,
    rows: page.data,
    label: props.label,
    busy: props.busy,
    actions: props.actions,
  };
  return (
    <>
      {props.drawn ? (
        props.drawn(page.data, props.busy)
      ) : phone ? (
        <CardList {...shared} />
      ) : (
        <TableGrid
          {...shared}
          total={page.meta.total}
          firstIndex={page.meta.from ?? 1}
          onSort={state.sortBy}
        />
      )}
      <Pager meta={page.meta} state={state} />
    </>
  );
}

type NoRowsProps = { list: ListDescription; state: ListState; empty: Words };

function NoRows({ list, state, empty }: NoRowsProps) {
  const t = useTranslate();
  const { q } = state.search;
  const narrowed = q !== undefined || activeFilters(list, state.search).length > 0;
  if (!narrowed) return <EmptyState {...empty} />;
  return (
    <EmptyState
      title={t("table.no_match.title")}
      detail={t("table.no_match.detail")}
      action={
        <Button variant="default" onClick={state.clear}>
          {t("table.no_match.action")}
        </Button>
      }
    />
  );
}

type BeforeRowsProps = { error: Error | null; state: ListState; retry: () => void };

function BeforeRows({ error, state, retry }: BeforeRowsProps) {
  const t = useTranslate();
  const { density = "regular", per_page: rows = DEFAULT_PAGE_SIZE } = state.search;
  if (error === null) return <TableSkeleton rows={rows} height={ROW_HEIGHTS[density]} />;
  if (error instanceof ApiError && error.status === 403) return <Forbidden />;
  const again = <Button onClick={retry}>{t("common.retry")}</Button>;
  return (
    <EmptyState title={t("table.failed.title")} detail={t("table.failed.detail")} action={again} />
  );
}
