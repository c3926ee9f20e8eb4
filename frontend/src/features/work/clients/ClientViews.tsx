// The state of the list of clients in a sentence, and its ready views.
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { can } from "../../../session/permissions";
import { ReadyViews } from "../../../ui/layout/ReadyViews";
import { ViewsState } from "../../../ui/layout/ViewsState";
import { listFilters } from "../../../ui/links/screenSearch";
import { clientsList } from "./clientsList";

const COUNTED = { list: clientsList };

export function ClientViews() {
  const t = useTranslate();
  const user = useCurrentUser();
  const atRisk = { id: "at_risk", search: listFilters("/clients", { health: "red" }) } as const;
  const others = [
    ...(can(user, "clients.money")
      ? [{ id: "overdue", search: listFilters("/clients", { overdue: true }) } as const]
      : []),
    { id: "leaving", search: listFilters("/clients", { leaving: true }) },
    { id: "renewing", search: listFilters("/clients", { renewing: true }) },
  ] as const;
  const views = [
    { id: "all", search: {} },
    { id: "mine", search: listFilters("/clients", { account_manager: user.api_id }) },
    atRisk,
    ...others,
  ] as const;
  const sentenceOf = (view: typeof atRisk | (typeof others)[number]) => ({
    ...view,
    text: (count: number, total: number) => t(`states.clients.${view.id}`, { count, total }),
  });
  return (
    <>
      <ViewsState counted={COUNTED} parts={[sentenceOf(atRisk), ...others.map(sentenceOf)]} />
      <ReadyViews
        label={t("states.views.clients.label")}
        counted={COUNTED}
        views={views.map((view) => ({ ...view, label: t(`states.views.clients.${view.id}`) }))}
      />
    </>
  );
}
