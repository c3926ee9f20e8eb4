// The ready views of the list of clients.
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { can } from "../../../session/permissions";
import { ReadyViews } from "../../../ui/layout/ReadyViews";
import { listFilters } from "../../../ui/links/screenSearch";
import { clientsList } from "./clientsList";

export function ClientViews() {
  const t = useTranslate();
  const user = useCurrentUser();
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
  return (
    <ReadyViews
      label={t("clients.ready.label")}
      counted={{ list: clientsList }}
      views={views.map((view) => ({ ...view, label: t(`clients.ready.${view.id}`) }))}
    />
  );
}
