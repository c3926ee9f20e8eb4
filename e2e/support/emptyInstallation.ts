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

export async function startEmptyInstallation(): Promise<EmptyInstallation> {
  const folder = mkdtempSync(join(tmpdir(), "regie-e2e-empty-"));
  const origin = `http://localhost:${await findFreePort()}`;
  const configuration = ["--config", join(folder, "regie.env")];
  const setup = ["setup", "--origin", origin, "--data", folder, "--database-url", "", ...OWNER];
  // Settings of the developer must not affect the test.
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith("REGIE_"));
  const options = { cwd: folder, env: Object.fromEntries(variables) };
  const printed = execFileSync(REGIE, [...configuration, ...setup], options).toString();
  const server = spawn(REGIE, [...configuration, "serve"], { ...options, stdio: "ignore" });
  const stop = async () => {
    const exited = once(server, "exit");
    server.kill();
    await exited;
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
