// The drawer of the invoice that the address opens.

import { loadMessages } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";
import type { ListDescription } from "../../../ui/table/listDescription";
import { useListState } from "../../../ui/table/useListState";

const InvoiceDrawer = lazyComponent(async () => {
  const [module] = await Promise.all([import("./InvoiceDrawer"), loadMessages("receivables")]);
  return module.InvoiceDrawer;
});

export function OpenedInvoice({ list }: { list: ListDescription }) {
  const { search, close } = useListState(list);
  return search.open === undefined ? null : <InvoiceDrawer id={search.open} onClose={close} />;
}
