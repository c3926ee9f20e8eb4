// What every list is made of, however its rows are drawn: search, filters, pages, what is picked, the empty places.
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { describedPageQuery } from "../../api/queries";
import type { Page } from "../../api/types";
import { useCurrentUser } from "../../session/currentUser";
import { Forbidden } from "../feedback/Forbidden";
import type { Bulk } from "../selection/bulk";
import { SelectedRows } from "../selection/SelectedRows";
import { type Selection, useSelection } from "../selection/useSelection";
import { useStart } from "../views/savedViews";
import { FilterChips } from "./FilterChips";
import type { FixedQuery, ListDescription } from "./listDescription";
import { type EmptyText, LoadingRows, NoRows } from "./listPlaceholders";
import { activeFilters, type ListSearch, listQuery, stripDefaults } from "./listSearch";
import { Pager } from "./Pager";
import { mayRead, usePermittedList } from "./permittedList";
import { writePrefixed } from "./searchPrefix";
import { Toolbar } from "./Toolbar";
import classes from "./Toolbar.module.css";
import type { Listed } from "./tableModel";
import { type ListState, useListState } from "./useListState";

const ViewBar = lazy(async () => ({ default: (await import("../views/ViewBar")).ViewBar }));

/** The rows of a page, and what drawing them takes. */
export type Shown<Item extends Listed> = {
  list: ListDescription;
  search: ListSearch;
  rows: readonly Item[];
  total: number;
  /** The place of the first row in the whole list, from 1. */
  firstIndex: number;
  label: string;
  busy: boolean;
  onSort: (key: string) => void;
  /** What is picked, where there is something to do with it. */
  selection: Selection<Item> | undefined;
};

export type FrameProps<Item extends Listed, Id extends string = string, Fixed = FixedQuery> = {
  list: ListDescription<Item, Id, Fixed>;
  /** What the list is, for those who do not see it. */
  label: string;
  /** Narrows the list for good: a kind's projects, a client's invoices. */
  fixed?: NoInfer<Fixed>;
  /** Shown when there is nothing at all yet. */
  empty: EmptyText;
  show: (shown: Shown<Item>) => ReactNode;
  /** Whether its columns are chosen. */
  columns?: boolean;
  /** Whether rows can be picked. */
  picks?: boolean;
  /** What can be done with many of them at once. */
  bulk?: Bulk<Item> | undefined;
};

export function ListFrame<Item extends Listed, Id extends string = string, Fixed = FixedQuery>(
  props: FrameProps<Item, Id, Fixed>,
) {
  const user = useCurrentUser();
  const list = usePermittedList(props.list);
  if (!mayRead(list, user)) return <Forbidden />;
  // What the list's path takes has been checked; from here on it is data.
  return <OwnList {...(props as unknown as FrameProps<Item>)} list={list} />;
}

function OwnList<Item extends Listed>(props: FrameProps<Item>) {
  const { list, label, fixed, columns = false } = props;
  const state = useListState(list);
  const start = useStart(list, state.search);
  const selection = useSelection<Item>(list, state.search, fixed);
  return (
    <section aria-label={label}>
      <Toolbar list={list} state={state} label={label} columns={columns} fixed={fixed} />
      {list.views && state.search.saved && (
        <Suspense fallback={<div className={classes.chips} aria-busy="true" />}>
          <ViewBar list={list} name={list.views} state={state} />
        </Suspense>
      )}
      {activeFilters(list, state.search).length > 0 && <FilterChips list={list} state={state} />}
      <div style={{ marginTop: 12 }}>
        {start === undefined ? (
          <ListRows {...props} state={state} selection={selection} />
        ) : (
          <>
            {start !== "unknown" && <Started list={list} search={start} />}
            <LoadingRows error={null} state={state} retry={() => undefined} />
          </>
        )}
      </div>
    </section>
  );
}

/** Leads the address on, such as the bare one to the view that the reader opens this list with; Back leads to where they came from. */
function Started({ list, search }: { list: ListDescription; search: ListSearch }) {
  const led = (before: Record<string, unknown>) => writePrefixed(list, before, search);
  return <Navigate to="." search={led as never} replace resetScroll={false} />;
}

type ListRowsProps<Item extends Listed> = FrameProps<Item> & {
  state: ListState;
  selection: Selection<Item>;
};

function ListRows<Item extends Listed>(props: ListRowsProps<Item>) {
  const { list, fixed, state } = props;
  const query = useQuery(describedPageQuery<Item>(list.path, listQuery(list, state.search, fixed)));
  const { data, error, isPlaceholderData, isFetching } = query;
  if (data === undefined)
    return <LoadingRows error={error} state={state} retry={() => void query.refetch()} />;
  if (data.data.length === 0) return <NoPage {...props} meta={data.meta} busy={isFetching} />;
  return <Rows {...props} page={data} busy={isPlaceholderData && isFetching} />;
}

type NoPageProps<Item extends Listed> = ListRowsProps<Item> & {
  meta: Page<Item>["meta"];
  busy: boolean;
};

/** The address leads beyond the end: rows went away since, or it was typed. The last page is what there is. */
function NoPage<Item extends Listed>({ list, meta, state, empty, busy }: NoPageProps<Item>) {
  const beyond = (state.search.page ?? 1) > meta.last_page;
  if (meta.total === 0 || !(beyond || busy))
    return <NoRows list={list} state={state} empty={empty} />;
  const last = stripDefaults(list, { ...state.search, page: meta.last_page });
  return (
    <>
      {beyond && <Started list={list} search={last} />}
      <LoadingRows error={null} state={state} retry={() => undefined} />
    </>
  );
}

type RowsProps<Item extends Listed> = ListRowsProps<Item> & { page: Page<Item>; busy: boolean };

function Rows<Item extends Listed>(props: RowsProps<Item>) {
  const { list, label, page, state, busy, fixed, picks, bulk, show } = props;
  const { total, from } = page.meta;
  const { search } = state;
  const draw = (selection?: Selection<Item>) =>
    show({
      list,
      search,
      rows: page.data,
      total,
      firstIndex: from ?? 1,
      label,
      busy,
      onSort: state.sortBy,
      selection,
    });
  const pages = <Pager meta={page.meta} state={state} />;
  if (!picks)
    return (
      <>
        {draw()}
        {pages}
      </>
    );
  return (
    <SelectedRows
      list={list}
      search={search}
      fixed={fixed}
      total={total}
      bulk={bulk}
      selection={props.selection}
    >
      {(selection) => (
        <>
          {draw(selection)}
          {pages}
        </>
      )}
    </SelectedRows>
  );
}
