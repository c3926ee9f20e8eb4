// When a service was last synchronized, with a mark for stale data.
import { Text } from "@mantine/core";
import type { Service } from "../../api/types";
import { serviceName } from "../../lib/services";
import { useLastSuccess } from "../../session/connections";
import { SyncedText } from "./SourceLinks";

/** About the width of the longest text, so that it takes its line from the start. */
const WIDTH = "min(21rem, 100vw - 2rem)";

export function LastSynchronized({ service }: { service: Service }) {
  const lastSuccess = useLastSuccess(service);
  if (lastSuccess === undefined)
    return (
      <Text size="sm" miw={WIDTH} aria-hidden>
        &nbsp;
      </Text>
    );
  return (
    <Text size="sm" c="dimmed" component="div">
      {serviceName(service)} · <SyncedText service={service} at={lastSuccess} />
    </Text>
  );
}
