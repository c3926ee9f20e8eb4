// The files that this tab waits for are followed wherever its reader goes: when one is ready they can fetch it from there.
import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { api } from "../../api/client";
import type { Export } from "../../api/types";
import { translate } from "../../i18n/translate";
import { showToast } from "../../lib/toasts";
import { downloadExport, EXPORTS_PATH } from "./downloadExport";
import { endExport, onWatchedChange, unwatchExport, watchedExports } from "./watchedExports";

const ASKED_EVERY_MS = 1_000;
// Long enough to come back to it from another window.
const OFFERED_FOR_S = 20;
const followed = new Set<string>();

export function isRunning(made: Export | undefined): boolean {
  return made?.status === "waiting" || made?.status === "running";
}

export function exportQuery(id: string) {
  return {
    queryKey: ["exports", id],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await api.get(`${EXPORTS_PATH}/{id}`, { params: { id }, signal, expect: [404] })).data,
  };
}

function announce(made: Export): void {
  if (made.status === "failed") {
    showToast({ kind: "error", summary: translate("exports.failed", { name: made.file_name }) });
    return;
  }
  const action = { label: translate("exports.download"), run: () => downloadExport(made) };
  const [summary, detail] = [translate("exports.ready"), made.file_name];
  showToast({ kind: "success", summary, detail, action, seconds: OFFERED_FOR_S });
}

/** Asks about one until it has ended; twice is once. */
export function pollExport(client: QueryClient, id: string): void {
  if (followed.has(id)) return;
  followed.add(id);
  const observer = new QueryObserver<Export>(client, {
    ...exportQuery(id),
    refetchInterval: ({ state }) =>
      state.data === undefined || isRunning(state.data) ? ASKED_EVERY_MS : false,
  });
  const endings: (() => void)[] = [];
  const end = () => {
    followed.delete(id);
    for (const ending of endings.splice(0)) ending();
  };
  const look = ({ data, error }: { data: Export | undefined; error: unknown }) => {
    if (!followed.has(id)) return;
    if ((error as { status?: number } | null)?.status === 404) {
      end();
      unwatchExport(id);
    } else if (data !== undefined && !isRunning(data)) {
      end();
      endExport(id);
      announce(data);
    }
  };
  endings.push(
    observer.subscribe(look),
    onWatchedChange(() => {
      if (!watchedExports().includes(id)) end();
    }),
    // Whoever signs out is followed no further.
    client.getQueryCache().subscribe(({ type, query }) => {
      if (type === "removed" && query.queryKey[0] === "exports" && query.queryKey[1] === id) end();
    }),
  );
  look(observer.getCurrentResult());
}

export function pollExports(client: QueryClient): void {
  for (const id of watchedExports()) pollExport(client, id);
}
