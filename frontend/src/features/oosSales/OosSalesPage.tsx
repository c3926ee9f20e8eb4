// Sales of extra work: what was sold and what it is worth, and the work that waits for the client's yes.
import { useTranslate } from "../../i18n/translate";
import { PageTitle } from "../../ui/PageTitle";
import { UrlTabs } from "../../ui/UrlTabs";
import { salesList } from "./oosSalesList";
import { SalesPanel } from "./SalesPanel";
import { WaitingPanel } from "./WaitingPanel";

export function OosSalesPage() {
  const t = useTranslate();
  const empty = { title: t("oos_sales.empty.title"), detail: t("oos_sales.empty.detail") };
  return (
    <>
      <PageTitle>{t("oos_sales.title")}</PageTitle>
      <UrlTabs
        label={t("oos_sales.title")}
        tabs={[
          {
            id: "sales",
            label: t("oos_sales.tab.sales"),
            panel: () => <SalesPanel list={salesList} empty={empty} />,
          },
          { id: "waiting", label: t("oos_sales.tab.waiting"), panel: () => <WaitingPanel /> },
        ]}
      />
    </>
  );
}
