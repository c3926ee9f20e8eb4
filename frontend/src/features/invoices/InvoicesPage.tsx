// Every invoice of the accounting service, by status, age and date.
import { useTranslate } from "../../i18n/translate";
import { Freshness } from "../../ui/Freshness";
import { PageTitle } from "../../ui/PageTitle";
import { InvoiceTable } from "./InvoiceTable";
import { invoicesList } from "./invoicesList";

export function InvoicesPage() {
  const t = useTranslate();
  return (
    <>
      <PageTitle actions={<Freshness service="quickbooks" />}>{t("invoices.title")}</PageTitle>
      <InvoiceTable
        list={invoicesList}
        empty={{ title: t("invoices.empty.title"), detail: t("invoices.empty.detail") }}
      />
    </>
  );
}
