// The invoice that the address opens, beside the list it was opened from.

import { loadWorkWords } from "../../i18n/translate";
import { onDemand } from "../../ui/onDemand";
import type { ListDescription } from "../../ui/table/listDescription";
import { useListState } from "../../ui/table/useListState";

const InvoiceDrawer = onDemand(async () => {
  const [module] = await Promise.all([import("./InvoiceDrawer"), loadWorkWords()]);
  return module.InvoiceDrawer;
});

export function InvoiceBeside({ list }: { list: ListDescription }) {
  const { search, close } = useListState(list);
  return search.open === undefined ? null : <InvoiceDrawer id={search.open} onClose={close} />;
}
