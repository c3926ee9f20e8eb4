// A list of invoices with one of them open beside it.
import type { InvoiceRow } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import type { ListDescription } from "../../ui/table/listDescription";
import { ResourceTable } from "../../ui/table/ResourceTable";
import { InvoiceBeside } from "./InvoiceBeside";
import { invoiceCells } from "./invoiceCells";
import { invoicesBulk } from "./invoicesBulk";

type Props = { list: ListDescription; empty: { title: string; detail: string } };

export function InvoiceTable({ list, empty }: Props) {
  const t = useTranslate();
  return (
    <>
      <ResourceTable<InvoiceRow>
        bulk={invoicesBulk}
        list={list}
        cells={invoiceCells}
        label={t("invoices.title")}
        empty={empty}
      />
      <InvoiceBeside list={list} />
    </>
  );
}
