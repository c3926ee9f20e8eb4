// When a service was last synchronized, with a mark for stale data.
import { Text } from "@mantine/core";
import type { Service } from "../../api/types";
import { serviceName } from "../../lib/services";
import { useConnection } from "../../session/connections";
import { SyncedText } from "./SourceLinks";

export function LastSynchronized({ service }: { service: Service }) {
  const connection = useConnection(service);
  if (connection === undefined) return null;
  return (
    <Text size="sm" c="dimmed" component="div">
      {serviceName(service)} · <SyncedText service={service} at={connection.last_success_at} />
    </Text>
  );
}
