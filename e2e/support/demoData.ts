// Demo data, prepared once per run and copied for each server, so that workers do not affect each other.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FullConfig } from "@playwright/test";
import { openSessions, type Sessions } from "./api.ts";
import { startServer } from "./server.ts";

const FOLDER = "E2E_DEMO_DATA";
const SESSIONS = "sessions.json";

/** Playwright's global setup; with a running server in E2E_SERVER, it does nothing. */
export default async function prepareDemoData(config: FullConfig): Promise<() => void> {
  requireChromium(config);
  if (process.env.E2E_SERVER) return () => undefined;
  const folder = mkdtempSync(join(tmpdir(), "regie-e2e-demo-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const { server, stop } = await startServer(folder);
    try {
      writeFileSync(join(folder, SESSIONS), JSON.stringify(await openSessions(server)));
    } finally {
      await stop();
    }
  } catch (error) {
    remove();
    throw error;
  }
  process.env[FOLDER] = folder;
  return remove;
}

export interface DemoCopy {
  folder: string;
  sessions: Sessions;
  remove: () => void;
}

export function copyDemoData(): DemoCopy {
  const prepared = process.env[FOLDER];
  if (!prepared) throw new Error("The demo data is prepared by Playwright's global setup.");
  const folder = mkdtempSync(join(tmpdir(), "regie-e2e-data-"));
  cpSync(prepared, folder, { recursive: true });
  // Two servers cannot share the sandbox's port.
  rmSync(join(folder, "sandbox-port"), { force: true });
  return {
    folder,
    sessions: JSON.parse(readFileSync(join(folder, SESSIONS), "utf8")) as Sessions,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function requireChromium({ projects }: FullConfig): void {
  const path = projects[0]?.use.launchOptions?.executablePath;
  if (path && existsSync(path)) return;
  throw new Error(
    `The browser tests need Chromium, and there is none at ${path}. Install it with scripts/debian.sh test, or name another one with CHROMIUM=/path/to/chromium.`,
  );
}
