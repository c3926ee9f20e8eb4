// When a service was last synchronized, with a mark for stale data.
import { Text } from "@mantine/core";
import type { Service } from "../../api/types";
import { serviceName } from "../../lib/services";
import { useLastSuccess } from "../../session/connections";
import { SyncedText } from "./SourceLinks";

export function LastSynchronized({ service }: { service: Service }) {
  const lastSuccess = useLastSuccess(service);
  if (lastSuccess === undefined) return null;
  return (
    <Text size="sm" c="dimmed" component="div">
      {serviceName(service)} · <SyncedText service={service} at={lastSuccess} />
    </Text>
  );
}
