// Names the closed months of the invoices with a number, of the clients of the selected payments.
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { pageQuery, runIf } from "../../../api/queries";
import type { Payment } from "../../../api/types";
import { usePermissions } from "../../../session/permissions";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { ClosedMonthNote } from "../../../ui/money/ClosedMonthNote";
import type { BulkProps } from "../../../ui/selection/bulk";

const TYPING_MS = 300;
/** All but voided and deleted ones, which bill nothing. */
const BILLING = ["open", "partially_paid", "paid", "credit", "overdue"] as const;

type Props = Pick<BulkProps<Payment>, "selection" | "read" | "count"> & { number: string };

export function NumberedInvoiceMonths({ number, selection, read, count }: Props) {
  const { can } = usePermissions();
  const [settled] = useDebouncedValue(number.trim(), TYPING_MS);
  const isShown = can("months.view") && settled !== "";
  const payments = useQuery({
    // Not below "api": linking reads all of that again.
    queryKey: ["payments-of-selection", count, ...selection.rows.keys()],
    queryFn: read,
    ...runIf(isShown),
    gcTime: 0,
    throwOnError: false,
  });
  const invoices = useQuery({
    ...pageQuery("/invoices", { query: { number: settled, status: BILLING, per_page: 100 } }),
    ...runIf(isShown),
    throwOnError: false,
  });
  const failed = [payments, invoices].filter(({ isError }) => isError);
  if (failed.length > 0)
    return <LoadFailure retry={() => Promise.all(failed.map(({ refetch }) => refetch()))} />;
  // A number bills the payments of its client in its currency, as the server finds it.
  const billed = new Set(payments.data?.map(({ client, currency }) => client.api_id + currency));
  const named = (invoices.data?.data ?? []).filter(
    ({ client, currency }) => client !== null && billed.has(client.api_id + currency),
  );
  return <ClosedMonthNote days={named.map(({ issued_on }) => issued_on)} />;
}
