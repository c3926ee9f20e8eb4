// How fresh a list of a service's records is: when the service was last read, marked when nothing newer comes.
import { Text } from "@mantine/core";
import type { Service } from "../../api/types";
import { serviceName } from "../../lib/services";
import { useConnection } from "../../session/connections";
import { SyncedText } from "./SourceLinks";

export function Freshness({ service }: { service: Service }) {
  const connection = useConnection(service);
  if (connection === undefined) return null;
  return (
    <Text size="sm" c="dimmed" component="div">
      {serviceName(service)} · <SyncedText service={service} at={connection.last_success_at} />
    </Text>
  );
}
