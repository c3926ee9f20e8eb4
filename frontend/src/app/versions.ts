// Notices that the server has a newer build, and takes it at a moment that loses nothing.
import type { AnyRouter } from "@tanstack/react-router";
import { translate } from "../i18n/translate";
import { hasDirtyForm } from "../lib/dirtyForms";
import { showToast } from "../lib/toasts";
import { mayReload } from "./reloadGuard";

const LATEST_BUILD = "/builds/latest.json";
const FIRST_LOOK_MS = 1_000;
const LOOK_EVERY_MS = 5 * 60_000;

/** The build this page came from; the development server writes none, and then nothing is polled. */
function currentBuild(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="regie-build"]')?.content ?? null;
}

async function fetchJson(path: string): Promise<{ id?: string } | null> {
  try {
    const response = await fetch(path, { cache: "no-store" });
    return response.ok ? ((await response.json()) as { id?: string }) : null;
  } catch {
    // Offline, or the server is restarting: the next look will tell.
    return null;
  }
}

/** The newest build when it is another one and its own manifest is already served; else null. */
export async function newerBuild(current: string): Promise<string | null> {
  const latest = await fetchJson(LATEST_BUILD);
  if (!latest?.id || latest.id === current) return null;
  const meta = await fetchJson(`/builds/meta/${encodeURIComponent(latest.id)}.json`);
  return meta?.id === latest.id ? latest.id : null;
}

function pollBuilds(onNewer: () => void): void {
  const current = currentBuild();
  if (!current) return;
  let found = false;
  const look = async () => {
    if (found || document.visibilityState === "hidden") return;
    found = (await newerBuild(current)) !== null;
    if (found) onNewer();
  };
  window.setTimeout(() => void look(), FIRST_LOOK_MS);
  window.setInterval(() => void look(), LOOK_EVERY_MS);
  document.addEventListener("visibilitychange", () => void look());
}

function announceNewVersion(): void {
  showToast({
    kind: "info",
    summary: translate("shell.new_version.summary"),
    detail: translate("shell.new_version.detail"),
  });
}

/** A part of the page could not be fetched: most often its build is gone. */
export async function recoverFromMissingChunk(
  event: { payload: Error },
  reload: () => void,
  path: string,
): Promise<void> {
  // The router reloads by itself once per message, without our limit; this mark keeps it from doing so.
  window.sessionStorage.setItem(`tanstack_router_reload:${event.payload.message}`, "1");
  // Where nobody answers, a reload would leave the browser's own error page in place of ours.
  if (!(await fetchJson(LATEST_BUILD))) return;
  if (mayReload(path)) reload();
  else if (hasDirtyForm()) announceNewVersion();
}

export function watchVersions(router: AnyRouter): void {
  let isNewer = false;
  pollBuilds(() => {
    isNewer = true;
  });
  router.subscribe("onBeforeNavigate", ({ toLocation, pathChanged }) => {
    if (!isNewer || !pathChanged || !mayReload(toLocation.pathname)) return;
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
