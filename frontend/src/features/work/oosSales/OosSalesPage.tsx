// The page of out-of-scope sales: list, analysis and pending approvals.
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { UrlTabs } from "../../../ui/layout/UrlTabs";
import { lazyComponent } from "../../../ui/lazyComponent";
import { useConvertibleList } from "../../../ui/table/permittedList";
import { salesList, salesListWithoutTeams } from "./oosSalesList";
import { PendingApprovalsPanel } from "./PendingApprovalsPanel";
import { SalesPanel } from "./SalesPanel";

const AnalysisPanel = lazyComponent(async () => (await import("./AnalysisPanel")).AnalysisPanel);

export function OosSalesPage() {
  const t = useTranslate();
  const { can } = usePermissions();
  const empty = { title: t("oos_sales.empty.title"), detail: t("oos_sales.empty.detail") };
  const list = useConvertibleList(
    can("teams.view") ? salesList : salesListWithoutTeams,
    "projects.money",
  );
  const analysis = {
    id: "analysis",
    label: t("oos_sales.tab.analysis"),
    panel: () => <AnalysisPanel />,
  };
  return (
    <>
      <PageTitle>{t("oos_sales.title")}</PageTitle>
      <UrlTabs
        label={t("oos_sales.title")}
        tabs={[
          {
            id: "sales",
            label: t("oos_sales.tab.sales"),
            panel: () => <SalesPanel list={list} empty={empty} />,
          },
          // The analysis contains amounts only.
          ...(can("projects.money") ? [analysis] : []),
          {
            id: "waiting",
            label: t("oos_sales.tab.waiting"),
            panel: () => <PendingApprovalsPanel />,
          },
        ]}
      />
    </>
  );
}
