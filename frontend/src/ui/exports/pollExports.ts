// Polls the exports that this tab waits for, on every screen, and offers the download when one is ready.
import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { api } from "../../api/client";
import type { Export } from "../../api/types";
import { loadMessages, translate } from "../../i18n/translate";
import { showToast } from "../../lib/toasts";
import { downloadExport, EXPORTS_PATH } from "./downloadExport";
import { endExport, onWatchedChange, unwatchExport, watchedExports } from "./watchedExports";

const POLL_INTERVAL_MS = 1_000;
// Long enough for a user who returns from another window.
const TOAST_SECONDS = 20;
const polled = new Set<string>();

export function isRunning(exportJob: Export | undefined): boolean {
  return exportJob?.status === "waiting" || exportJob?.status === "running";
}

export function exportQuery(id: string) {
  return {
    queryKey: ["exports", id],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await api.get(`${EXPORTS_PATH}/{id}`, { params: { id }, signal, expect: [404] })).data,
  };
}

async function announce(exportJob: Export): Promise<void> {
  await loadMessages("dialogs");
  if (exportJob.status === "failed") {
    showToast({
      kind: "error",
      summary: translate("exports.failed", { name: exportJob.file_name }),
    });
    return;
  }
  const action = { label: translate("exports.download"), run: () => downloadExport(exportJob) };
  const [summary, detail] = [translate("exports.ready"), exportJob.file_name];
  showToast({ kind: "success", summary, detail, action, seconds: TOAST_SECONDS });
}

/** Polls one export until it ends; a second call has no effect. */
export function pollExport(client: QueryClient, id: string): void {
  if (polled.has(id)) return;
  polled.add(id);
  const observer = new QueryObserver<Export>(client, {
    ...exportQuery(id),
    refetchInterval: ({ state }) =>
      state.data === undefined || isRunning(state.data) ? POLL_INTERVAL_MS : false,
  });
  const cleanups: (() => void)[] = [];
  const end = () => {
    polled.delete(id);
    for (const cleanup of cleanups.splice(0)) cleanup();
  };
  const onResult = ({ data, error }: { data: Export | undefined; error: unknown }) => {
    if (!polled.has(id)) return;
    if ((error as { status?: number } | null)?.status === 404) {
      end();
      unwatchExport(id);
    } else if (data !== undefined && !isRunning(data)) {
      end();
      endExport(id);
      void announce(data);
    }
  };
  cleanups.push(
    observer.subscribe(onResult),
    onWatchedChange(() => {
      if (!watchedExports().includes(id)) end();
    }),
    // Stops polling after a sign-out.
    client.getQueryCache().subscribe(({ type, query }) => {
      if (type === "removed" && query.queryKey[0] === "exports" && query.queryKey[1] === id) end();
    }),
  );
  onResult(observer.getCurrentResult());
}

export function pollExports(client: QueryClient): void {
  for (const id of watchedExports()) pollExport(client, id);
}
