// Starts the application as `make run` does: on a free port, with its own data folder.
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, watch } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The contents of the runner's ready file. */
export interface Server {
  origin: string;
  sandbox: string;
  password: string;
  pids: Record<string, number>;
  /** An origin whose pages may call the server; unknown for a server that runs already. */
  webOrigin?: string;
}

export interface RunningServer {
  server: Server;
  /** Stops the runner and waits for its exit. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
}

const ROOT = resolve(import.meta.dirname, "../..");
const READY_TIMEOUT_MS = 180_000;

/** Environment variables of the developer must not affect the tests. */
const UNSET = {
  REGIE_DATABASE_URL: "",
  REGIE_ORIGIN: "",
  REGIE_WEB_ORIGINS: "",
  REGIE_ENV: "",
  REGIE_DEMO_PASSWORD: "",
};

export async function startServer(data: string): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), "regie-e2e-ready-"));
  const readyFile = join(folder, "ready.json");
  const webOrigin = `http://localhost:${await findFreePort()}`;
  const environment = { REGIE_WEB_ORIGINS: webOrigin };
  const runner = spawnRunner(data, readyFile, await findFreePort(), environment);
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (runner.exitCode === null && runner.signalCode === null) {
      const exited = once(runner, "exit");
      runner.kill(signal);
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await waitForFile(readyFile, folder, runner);
    return { server: { ...readServer(readyFile), webOrigin }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export function spawnRunner(
  data: string,
  readyFile: string,
  port: number,
  environment: Record<string, string> = {},
): ChildProcess {
  const command = ["scripts/run.py", "--port", String(port), "--ready-file", readyFile];
  return spawn(process.env.PYTHON ?? "python3", command, {
    cwd: ROOT,
    env: { ...process.env, ...UNSET, ...environment, REGIE_DATA: data },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

export function readServer(readyFile: string): Server {
  return JSON.parse(readFileSync(readyFile, "utf8")) as Server;
}

function waitForFile(file: string, folder: string, runner: ChildProcess): Promise<void> {
  const output: string[] = [];
  for (const stream of [runner.stdout, runner.stderr]) {
    stream?.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  }
  return new Promise((resolvePromise, reject) => {
    const finish = (settle: () => void) => {
      watcher.close();
      clearTimeout(timer);
      settle();
    };
    const fail = (reason: string) =>
      finish(() => reject(new Error(`${reason}\n${output.join("")}`)));
    const watcher = watch(folder, () => existsSync(file) && finish(resolvePromise));
    const timer = setTimeout(() => fail("Régie was not ready in time."), READY_TIMEOUT_MS);
    runner.once("exit", (code) => fail(`Régie ended with code ${code} before it was ready.`));
  });
}

/** Below the range of ports that the system assigns to outgoing connections. */
export async function findFreePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  return (await isFree(port)) ? port : findFreePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolvePromise) => {
    const probe = createServer();
    probe.once("error", () => resolvePromise(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolvePromise(true)));
  });
}
