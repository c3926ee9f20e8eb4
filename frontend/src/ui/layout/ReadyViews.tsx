// The ready views of a list: each is a filter of it, with its own address.
import { useSearch } from "@tanstack/react-router";
import type { ScreenSearch } from "../links/screenSearch";
import { ViewSwitch } from "./ViewSwitch";

type Filters = Record<string, unknown>;

/** Whether the address has exactly the filters of a view, in any order of the rows. */
function isShown(view: ScreenSearch, { sort: _sort, page: _page, ...shown }: Filters): boolean {
  const { sort: _viewSort, ...filters } = view as Filters;
  const names = new Set([...Object.keys(filters), ...Object.keys(shown)]);
  return [...names].every((name) => String(filters[name]) === String(shown[name]));
}

type Props = {
  label: string;
  views: readonly { id: string; label: string; search: ScreenSearch }[];
};

export function ReadyViews({ label, views }: Props) {
  const search = useSearch({ strict: false }) as Filters;
  const current = views.find((view) => isShown(view.search, search))?.id ?? "";
  return <ViewSwitch label={label} current={current} views={views} />;
}
