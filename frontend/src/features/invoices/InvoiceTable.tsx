// A list of invoices with one of them open beside it.
import { lazy, Suspense } from "react";
import type { InvoiceRow } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import type { ListDescription } from "../../ui/table/listDescription";
import { ResourceTable } from "../../ui/table/ResourceTable";
import { useListState } from "../../ui/table/useListState";
import { invoiceCells } from "./invoiceCells";

const InvoiceDrawer = lazy(() =>
  import("./InvoiceDrawer").then((module) => ({ default: module.InvoiceDrawer })),
);

type Props = { list: ListDescription; empty: { title: string; detail: string } };

export function InvoiceTable({ list, empty }: Props) {
  const t = useTranslate();
  const { search, close } = useListState(list);
  return (
    <>
      <ResourceTable<InvoiceRow>
        list={list}
        cells={invoiceCells}
        label={t("invoices.title")}
        empty={empty}
      />
      {search.open !== undefined && (
        <Suspense fallback={null}>
          <InvoiceDrawer id={search.open} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
