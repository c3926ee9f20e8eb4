// The invoice that the address opens, beside the list it was opened from.

import { onDemand } from "../../../ui/onDemand";
import type { ListDescription } from "../../../ui/table/listDescription";
import { useListState } from "../../../ui/table/useListState";

const InvoiceDrawer = onDemand(async () => (await import("./InvoiceDrawer")).InvoiceDrawer);

export function InvoiceBeside({ list }: { list: ListDescription }) {
  const { search, close } = useListState(list);
  return search.open === undefined ? null : <InvoiceDrawer id={search.open} onClose={close} />;
}
