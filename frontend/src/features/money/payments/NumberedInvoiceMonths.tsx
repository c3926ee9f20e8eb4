// Names the closed months of the invoices with a number, of the clients of the selected payments.
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { pageQuery, runIf } from "../../../api/queries";
import type { Payment } from "../../../api/types";
import { usePermissions } from "../../../session/permissions";
import { ClosedMonthNote } from "../../../ui/money/ClosedMonthNote";
import type { BulkProps } from "../../../ui/selection/bulk";

const TYPING_MS = 300;

type Props = Pick<BulkProps<Payment>, "selection" | "read" | "count"> & { number: string };

export function NumberedInvoiceMonths({ number, selection, read, count }: Props) {
  const { can } = usePermissions();
  const [settled] = useDebouncedValue(number.trim(), TYPING_MS);
  const isShown = can("months.view") && settled !== "";
  const { data: payments } = useQuery({
    // Not below "api": linking reads all of that again.
    queryKey: ["payments-of-selection", count, ...selection.rows.keys()],
    queryFn: read,
    ...runIf(isShown),
    gcTime: 0,
    throwOnError: false,
  });
  const { data: invoices } = useQuery({
    ...pageQuery("/invoices", { query: { search: settled, per_page: 100 } }),
    ...runIf(isShown),
    throwOnError: false,
  });
  const clients = new Set(payments?.map(({ client }) => client.api_id));
  const named = (invoices?.data ?? []).filter(
    ({ number: own, client }) => own === settled && client !== null && clients.has(client.api_id),
  );
  return <ClosedMonthNote days={named.map(({ issued_on }) => issued_on)} />;
}
