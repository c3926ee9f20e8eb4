// The deals of the CRM: the open ones by month, and the list of all.
import { useTranslate } from "../../../i18n/translate";
import { addDays } from "../../../lib/dates";
import { useToday } from "../../../session/today";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ReadyViews } from "../../../ui/layout/ReadyViews";
import { listFilters } from "../../../ui/links/screenSearch";
import { LastSynchronized } from "../../../ui/services/LastSynchronized";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { dealCells } from "./dealCells";
import { dealsList } from "./dealsList";
import { PipelineSummary } from "./PipelineSummary";
import { DEALS_WITHOUT_PROJECT } from "./wonDealsList";

export function DealsPage() {
  const t = useTranslate();
  return (
    <>
      <PageTitle actions={<LastSynchronized service="hubspot" />}>{t("deals.title")}</PageTitle>
      <PipelineSummary />
      <DealViews />
      <ResourceTable
        list={dealsList}
        cells={dealCells}
        label={t("deals.title")}
        empty={{ title: t("deals.none.title"), detail: t("deals.none.detail") }}
      />
    </>
  );
}

function DealViews() {
  const t = useTranslate();
  const today = useToday();
  const views = [
    { id: "all", search: {} },
    { id: "open", search: listFilters("/Deals", { state: "open" }) },
    {
      id: "late",
      search: listFilters("/Deals", { state: "open", closes_to: addDays(today, -1) }),
    },
    { id: "without_project", search: listFilters("/Deals", DEALS_WITHOUT_PROJECT) },
    { id: "lost", search: listFilters("/Deals", { state: "lost" }) },
  ] as const;
  return (
    <ReadyViews
      counted={{ list: dealsList }}
      label={t("deals.ready.label")}
      views={views.map((view) => ({ ...view, label: t(`deals.ready.${view.id}`) }))}
    />
  );
}
