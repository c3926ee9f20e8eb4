// Warns administrators on every screen while no worker runs, because everything that it does then waits.
import { useQuery } from "@tanstack/react-query";
import { dataQuery, runIf } from "../../../api/queries";
import { loadMessages } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { lazyComponent } from "../../../ui/lazyComponent";

const POLL_INTERVAL_MS = 60_000;

const WorkerAlert = lazyComponent(async () => {
  const [alert] = await Promise.all([import("./WorkerAlert"), loadMessages("administration")]);
  return alert.WorkerAlert;
}, null);

export function WorkerNotice() {
  const { can } = usePermissions();
  const { data } = useQuery({
    ...dataQuery("/worker-status"),
    ...runIf(can("connections.run")),
    staleTime: POLL_INTERVAL_MS,
    refetchInterval: POLL_INTERVAL_MS,
  });
  if (!data || data.is_running) return null;
  return <WorkerAlert seenAt={data.seen_at} />;
}
