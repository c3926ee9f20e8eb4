// The ready views of a list: each is a filter of it, with its own address and the number of its records.
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { listPageQuery } from "../../api/listPageQuery";
import type { ScreenSearch } from "../links/screenSearch";
import type { FixedQuery, ListDescription } from "../table/listDescription";
import { listQuery, readListSearch } from "../table/listSearch";
import { ViewSwitch } from "./ViewSwitch";

type Filters = Record<string, unknown>;

/** Whether the address has exactly the filters of a view, in any order of the rows. */
function isShown(view: ScreenSearch, { sort: _sort, page: _page, ...shown }: Filters): boolean {
  const { sort: _viewSort, ...filters } = view as Filters;
  const names = new Set([...Object.keys(filters), ...Object.keys(shown)]);
  return [...names].every((name) => String(filters[name]) === String(shown[name]));
}

/** The list whose records views count; the filters of a view replace fixed ones. */
export type Counted = { list: ListDescription; fixed?: FixedQuery };

type Props = {
  label: string;
  views: readonly { id: string; label: string; search: ScreenSearch }[];
  /** Without it, the views have no counts. */
  counted?: Counted;
};

export function ReadyViews({ label, views, counted }: Props) {
  const search = useSearch({ strict: false }) as Filters;
  const current = views.find((view) => isShown(view.search, search))?.id ?? "";
  return (
    <ViewSwitch
      label={label}
      current={current}
      views={views.map((view) =>
        counted ? { ...view, count: <ViewCount {...counted} search={view.search} /> } : view,
      )}
    />
  );
}

/** Nothing until the number is known, and if it cannot be read: the view works without it. */
function ViewCount({ search, ...counted }: Counted & { search: ScreenSearch }) {
  const { data } = useQuery(viewCountQuery(counted, search));
  return data?.meta.total;
}

export function viewCountQuery({ list, fixed }: Counted, search: ScreenSearch) {
  const { sort: _, ...filters } = listQuery(list, readListSearch(list, search));
  const query = listPageQuery(list.path, { ...fixed, ...filters, page: 1, per_page: 1 });
  return { ...query, throwOnError: false };
}
