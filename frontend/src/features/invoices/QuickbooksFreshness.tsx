// How fresh the invoices are: when the accounting service was last read, marked when that is long ago.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../api/queries";
import type { Connection } from "../../api/types";
import { usePermissions } from "../../session/permissions";
import { SyncedText } from "../../ui/SourceLinks";

export function QuickbooksFreshness() {
  const { may } = usePermissions();
  const { data } = useQuery({
    ...dataQuery<Connection[]>("/connections"),
    enabled: may("connections.view"),
  });
  const quickbooks = data?.find(({ service }) => service === "quickbooks");
  if (quickbooks === undefined) return null;
  return (
    <Text size="sm" c="dimmed" component="div">
      QuickBooks · <SyncedText at={quickbooks.last_success_at} />
    </Text>
  );
}
