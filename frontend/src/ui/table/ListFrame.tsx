// The parts of every list, for tables and cards: toolbar, filters, pages, selection and placeholders.
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { listPageQuery } from "../../api/listPageQuery";
import type { Page } from "../../api/types";
import type { Exact } from "../../api/wire";
import { loadMessages } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { Forbidden } from "../feedback/Forbidden";
import type { Bulk } from "../selection/bulk";
import { SelectedRows } from "../selection/SelectedRows";
import { type Selection, useSelection } from "../selection/useSelection";
import { useDefaultView } from "../views/savedViews";
import type { FixedQuery, ListDescription } from "./listDescription";
import { type EmptyText, LoadingRows, NoRows } from "./listPlaceholders";
import { activeFilters, type ListSearch, listQuery, stripDefaults } from "./listSearch";
import { Pager, PrintedRange } from "./Pager";
import { canRead, usePermittedList } from "./permittedList";
import { writePrefixed } from "./searchPrefix";
import { Toolbar } from "./Toolbar";
import classes from "./Toolbar.module.css";
import type { ApiRow } from "./tableModel";
import { type ListState, useListState } from "./useListState";
import { usePrintedRows } from "./usePrintedRows";

const ViewBar = lazy(async () => {
  const [bar] = await Promise.all([import("../views/ViewBar"), loadMessages("dialogs")]);
  return { default: bar.ViewBar };
});

const FilterChips = lazy(async () => ({
  default: (await import("./FilterChips")).FilterChips,
}));

/** What a table or card list needs to render a page. */
export type RowsView<Item extends ApiRow> = {
  list: ListDescription;
  search: ListSearch;
  rows: readonly Item[];
  total: number;
  /** The position of the first row in the whole list, from 1. */
  firstIndex: number;
  label: string;
  busy: boolean;
  /** All rows, on paper, where nothing scrolls. */
  isPrinted: boolean;
  onSort: (key: string) => void;
  /** Opens or closes the detail of a row. */
  onToggle: (id: string) => void;
  /** Undefined without actions on selected rows. */
  selection: Selection<Item> | undefined;
};

export type ListFrameProps<
  Item extends ApiRow,
  Id extends string = string,
  Fixed = FixedQuery,
  Given extends Fixed = Fixed,
> = {
  list: ListDescription<Item, Id, Fixed>;
  /** The accessible name of the list. */
  label: string;
  /** A query that always applies: the projects of a kind, the invoices of a client. */
  fixed?: Given;
  /** The empty state of the list without filters. */
  empty: EmptyText;
  renderRows: (view: RowsView<Item>) => ReactNode;
  /** Shows the column chooser. */
  hasColumnChooser?: boolean;
  /** Lets the user select rows. */
  selectable?: boolean;
  /** The actions on selected rows. */
  bulk?: Bulk<Item> | undefined;
} & { fixed?: Exact<Given, Fixed> };

export function ListFrame<
  Item extends ApiRow,
  Id extends string = string,
  Fixed = FixedQuery,
  const Given extends Fixed = Fixed,
>(props: ListFrameProps<Item, Id, Fixed, Given>) {
  const user = useCurrentUser();
  const list = usePermittedList(props.list);
  if (!canRead(list, user)) return <Forbidden />;
  // The types have checked the path's parameters; the rest works with data.
  return <PermittedListFrame {...(props as unknown as ListFrameProps<Item>)} list={list} />;
}

function PermittedListFrame<Item extends ApiRow>(props: ListFrameProps<Item>) {
  const { list, label, fixed, hasColumnChooser = false } = props;
  const state = useListState(list);
  const defaultView = useDefaultView(list, state.search);
  const selection = useSelection<Item>(list, state.search, fixed);
  const printed = usePrintedRows<Item>(list, { search: state.search, fixed });
  return (
    <section aria-label={label}>
      <Toolbar
        list={list}
        state={state}
        label={label}
        hasColumnChooser={hasColumnChooser}
        fixed={fixed}
        print={printed.print}
      />
      {list.views && state.search.saved && (
        <Suspense fallback={<div className={classes.chips} aria-busy="true" />}>
          <ViewBar list={list} name={list.views} state={state} />
        </Suspense>
      )}
      {activeFilters(list, state.search).length > 0 && (
        <Suspense fallback={<div className={classes.chips} aria-busy="true" />}>
          <FilterChips list={list} state={state} />
        </Suspense>
      )}
      <div style={{ marginTop: 12 }}>
        {defaultView === undefined ? (
          <ListRows {...props} state={state} selection={selection} printed={printed.rows} />
        ) : (
          <>
            {defaultView !== "unknown" && <ReplaceSearch list={list} search={defaultView} />}
            <LoadingRows error={null} state={state} retry={() => undefined} />
          </>
        )}
      </div>
    </section>
  );
}

/** Replaces the list's URL parameters without a history entry, by those of the default view for instance. */
function ReplaceSearch({ list, search }: { list: ListDescription; search: ListSearch }) {
  const replaceListSearch = (before: Record<string, unknown>) =>
    writePrefixed(list, before, search);
  return <Navigate to="." search={replaceListSearch as never} replace resetScroll={false} />;
}

type ListRowsProps<Item extends ApiRow> = ListFrameProps<Item> & {
  state: ListState;
  selection: Selection<Item>;
  printed: readonly Item[] | undefined;
};

function ListRows<Item extends ApiRow>(props: ListRowsProps<Item>) {
  const { list, fixed, state } = props;
  const query = useQuery(listPageQuery<Item>(list.path, listQuery(list, state.search, fixed)));
  const { data, error, isPlaceholderData, isFetching } = query;
  if (data === undefined)
    return <LoadingRows error={error} state={state} retry={() => void query.refetch()} />;
  if (data.data.length === 0) return <EmptyPage {...props} meta={data.meta} busy={isFetching} />;
  return <Rows {...props} page={data} busy={isPlaceholderData && isFetching} />;
}

type EmptyPageProps<Item extends ApiRow> = ListRowsProps<Item> & {
  meta: Page<Item>["meta"];
  busy: boolean;
};

/** The page is beyond the end of the list: goes to the last page. */
function EmptyPage<Item extends ApiRow>({ list, meta, state, empty, busy }: EmptyPageProps<Item>) {
  const isBeyondEnd = (state.search.page ?? 1) > meta.last_page;
  if (meta.total === 0 || !(isBeyondEnd || busy))
    return <NoRows list={list} state={state} empty={empty} />;
  const lastPage = stripDefaults(list, { ...state.search, page: meta.last_page });
  return (
    <>
      {isBeyondEnd && <ReplaceSearch list={list} search={lastPage} />}
      <LoadingRows error={null} state={state} retry={() => undefined} />
    </>
  );
}

type RowsProps<Item extends ApiRow> = ListRowsProps<Item> & { page: Page<Item>; busy: boolean };

function Rows<Item extends ApiRow>(props: RowsProps<Item>) {
  const { list, label, page, state, busy, fixed, selectable, bulk, renderRows } = props;
  const { total, from } = page.meta;
  const { search } = state;
  const render = (selection?: Selection<Item>, printed?: readonly Item[]) =>
    renderRows({
      list,
      search,
      rows: printed ?? page.data,
      total,
      firstIndex: printed ? 1 : (from ?? 1),
      label,
      busy,
      isPrinted: printed !== undefined,
      onSort: state.sortBy,
      onToggle: state.toggle,
      selection,
    });
  if (props.printed)
    return (
      <>
        {render(undefined, props.printed)}
        <PrintedRange shown={props.printed.length} total={total} />
      </>
    );
  const pager = <Pager meta={page.meta} state={state} />;
  if (!selectable)
    return (
      <>
        {render()}
        {pager}
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
          {render(selection)}
          {pager}
        </>
      )}
    </SelectedRows>
  );
}
