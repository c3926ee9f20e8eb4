// Sets up an installation without an account, as docs/installation.md says, and starts its web server.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "@playwright/test";
import { findFreePort } from "./server.ts";

const REGIE = resolve(import.meta.dirname, "../../.venv/bin/regie");
const OWNER = "--owner ada@agence.example --first-name Ada --last-name Roy --currency CAD".split(
  " ",
);

export interface EmptyInstallation {
  origin: string;
  /** The link that the command prints. */
  ownerLink: string;
  stop: () => Promise<void>;
}

/** With a worker, which calls no outside service. */
export async function startEmptyInstallation(hasWorker = false): Promise<EmptyInstallation> {
  const folder = mkdtempSync(join(tmpdir(), "regie-e2e-empty-"));
  const origin = `http://localhost:${await findFreePort()}`;
  const configuration = ["--config", join(folder, "regie.env")];
  const setup = ["setup", "--origin", origin, "--data", folder, "--database-url", "", ...OWNER];
  // Settings of the developer must not affect the test.
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith("REGIE_"));
  const env = { ...Object.fromEntries(variables), REGIE_SYNC_MINUTES: "0" };
  const options = { cwd: folder, env };
  const printed = execFileSync(REGIE, [...configuration, ...setup], options).toString();
  const processes = (hasWorker ? ["serve", "worker"] : ["serve"]).map((command) =>
    spawn(REGIE, [...configuration, command], { ...options, stdio: "ignore" }),
  );
  const stop = async () => {
    const exited = processes.map((process) => once(process, "exit"));
    for (const process of processes) process.kill();
    await Promise.all(exited);
    rmSync(folder, { recursive: true, force: true });
  };
  const isUp = () =>
    fetch(origin).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isUp, { timeout: 30_000 }).toBe(true);
  return { origin, ownerLink: /http\S+#token=\S+/.exec(printed)?.[0] ?? "", stop };
}
