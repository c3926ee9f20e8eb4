// The ready views of the list of clients: each is a filter of it, and a sort.
import { useSearch } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { can } from "../../../session/permissions";
import { ViewSwitch } from "../../../ui/layout/ViewSwitch";
import { listFilters, type ScreenSearch } from "../../../ui/links/screenSearch";

type Filters = Record<string, unknown>;

/** Whether the address has exactly the filters of a view, in any order of the rows. */
function isShown(view: ScreenSearch, { sort: _sort, page: _page, ...shown }: Filters): boolean {
  const { sort: _viewSort, ...filters } = view as Filters;
  const names = new Set([...Object.keys(filters), ...Object.keys(shown)]);
  return [...names].every((name) => String(filters[name]) === String(shown[name]));
}

export function ReadyViews() {
  const t = useTranslate();
  const user = useCurrentUser();
  const search = useSearch({ strict: false }) as Filters;
  const views = [
    { id: "all", search: {} },
    { id: "mine", search: listFilters("/clients", { account_manager: user.api_id }) },
    { id: "at_risk", search: listFilters("/clients", { health: "red" }) },
    ...(can(user, "clients.money")
      ? [{ id: "overdue", search: listFilters("/clients", { overdue: true }) } as const]
      : []),
    { id: "leaving", search: listFilters("/clients", { leaving: true }) },
    { id: "renewing", search: listFilters("/clients", { renewing: true }) },
  ] as const;
  const current = views.find((view) => isShown(view.search, search))?.id ?? "";
  return (
    <ViewSwitch
      label={t("clients.ready.label")}
      current={current}
      views={views.map((view) => ({ ...view, label: t(`clients.ready.${view.id}`) }))}
    />
  );
}
