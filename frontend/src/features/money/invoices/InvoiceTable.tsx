// A list of invoices; one of them may be open in a drawer.
import { useTranslate } from "../../../i18n/translate";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { invoiceCells } from "./invoiceCells";
import { invoicesBulk } from "./invoicesBulk";
import type { clientInvoicesList, invoicesList } from "./invoicesList";
import { OpenedInvoice } from "./OpenedInvoice";

type Props = {
  list: typeof invoicesList | ReturnType<typeof clientInvoicesList>;
  empty: { title: string; detail: string };
};

export function InvoiceTable({ list, empty }: Props) {
  const t = useTranslate();
  return (
    <>
      <ResourceTable
        bulk={invoicesBulk}
        list={list}
        cells={invoiceCells}
        label={t("invoices.title")}
        empty={empty}
      />
      <OpenedInvoice list={list} />
    </>
  );
}
