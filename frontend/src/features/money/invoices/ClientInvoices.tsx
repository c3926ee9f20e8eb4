// The invoices of one client.
import { useMemo } from "react";
import { useTranslate } from "../../../i18n/translate";
import { InvoiceTable } from "./InvoiceTable";
import { clientInvoicesList } from "./invoicesList";

export function ClientInvoices({ clientId }: { clientId: string }) {
  const t = useTranslate();
  const list = useMemo(() => clientInvoicesList(clientId), [clientId]);
  const empty = { title: t("invoices.none_of_client"), detail: t("invoices.empty.detail") };
  return <InvoiceTable key={clientId} list={list} empty={empty} />;
}
