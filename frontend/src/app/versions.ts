// Detects a newer build on the server and loads it at the next navigation without unsaved input.
import type { AnyRouter } from "@tanstack/react-router";
import { translate } from "../i18n/translate";
import { hasDirtyForm } from "../lib/dirtyForms";
import { hasNewVersion, reportNewVersion } from "../lib/newVersion";
import { pageMeta } from "../lib/pageMeta";
import { showToast } from "../lib/toasts";
import { canReload } from "./reloadGuard";

const LATEST_BUILD = "/builds/latest.json";
const FIRST_POLL_MS = 1_000;
const POLL_INTERVAL_MS = 5 * 60_000;

/** The build of this page; null on the development server, which has none. */
function currentBuild(): string | null {
  return pageMeta("build") ?? null;
}

async function fetchJson(path: string): Promise<{ id?: string } | null> {
  try {
    const response = await fetch(path, { cache: "no-store" });
    return response.ok ? ((await response.json()) as { id?: string }) : null;
  } catch {
    // Offline, or the server is restarting: the next poll tries again.
    return null;
  }
}

/** The latest build when it differs and its manifest is already available; else null. */
export async function findNewerBuild(current: string): Promise<string | null> {
  const latest = await fetchJson(LATEST_BUILD);
  if (!latest?.id || latest.id === current) return null;
  const manifest = await fetchJson(`/builds/meta/${encodeURIComponent(latest.id)}.json`);
  return manifest?.id === latest.id ? latest.id : null;
}

function pollBuilds(onNewer: () => void): void {
  const current = currentBuild();
  if (!current) return;
  let found = false;
  const poll = async () => {
    if (found || document.visibilityState === "hidden") return;
    found = (await findNewerBuild(current)) !== null;
    if (found) onNewer();
  };
  window.setTimeout(() => void poll(), FIRST_POLL_MS);
  window.setInterval(() => void poll(), POLL_INTERVAL_MS);
  document.addEventListener("visibilitychange", () => void poll());
}

function announceNewVersion(): void {
  showToast({
    kind: "info",
    summary: translate("shell.new_version.summary"),
    detail: translate("shell.new_version.detail"),
  });
}

/** Reloads when a chunk of the page is missing, usually because its build is gone. */
export async function recoverFromMissingChunk(
  event: { payload: Error },
  reload: () => void,
  path: string,
): Promise<void> {
  // The router reloads once per message without our limit; this entry prevents it.
  window.sessionStorage.setItem(`tanstack_router_reload:${event.payload.message}`, "1");
  // Without a server, a reload would replace the page by the browser's own error page.
  if (!(await fetchJson(LATEST_BUILD))) return;
  if (canReload(path)) reload();
  else if (hasDirtyForm()) announceNewVersion();
}

export function watchVersions(router: AnyRouter): void {
  pollBuilds(reportNewVersion);
  router.subscribe("onBeforeNavigate", ({ toLocation, pathChanged }) => {
    if (!hasNewVersion() || !pathChanged || !canReload(toLocation.pathname)) return;
    window.location.assign(toLocation.publicHref);
  });
  window.addEventListener("vite:preloadError", (event) => {
    const target = router.latestLocation;
    void recoverFromMissingChunk(
      event,
      () => window.location.assign(target.publicHref),
      target.pathname,
    );
  });
}
