// Starts the product as `make run` does, on a free port and with a folder of its own.
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, watch } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export interface House {
  origin: string;
  sandbox: string;
  password: string;
  pids: Record<string, number>;
}

const ROOT = resolve(import.meta.dirname, "../..");
const READY_WITHIN_MS = 180_000;

export interface Running {
  house: House;
  runner: ChildProcess;
  /** Ends the runner and waits for it. */
  stop: (how?: NodeJS.Signals) => Promise<void>;
}

/** A house of our own folder, or one in a given folder that keeps its data. */
export async function startHouse(data?: string): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), "regie-e2e-"));
  const ready = join(folder, "ready.json");
  const runner = spawnRunner(data ?? join(folder, "data"), ready, await freePort());
  const stop = async (how: NodeJS.Signals = "SIGTERM") => {
    if (runner.exitCode === null && runner.signalCode === null) {
      const ended = once(runner, "exit");
      runner.kill(how);
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await appearance(ready, folder, runner);
    return { house: readHouse(ready), runner, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export function spawnRunner(data: string, ready: string, port: number): ChildProcess {
  const command = ["scripts/run.py", "--port", String(port), "--ready-file", ready];
  return spawn(process.env.PYTHON ?? "python3", command, {
    cwd: ROOT,
    env: { ...process.env, ...REFUSED, REGIE_DATA: data },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** What a person's own configuration must not bring into the tests. */
const REFUSED = {
  REGIE_DATABASE_URL: "",
  REGIE_ORIGIN: "",
  REGIE_ENV: "",
  REGIE_DEMO_PASSWORD: "",
};

function appearance(ready: string, folder: string, runner: ChildProcess): Promise<void> {
  const said: string[] = [];
  for (const stream of [runner.stdout, runner.stderr]) {
    stream?.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  }
  return new Promise((accept, refuse) => {
    const settle = (act: () => void) => {
      watcher.close();
      clearTimeout(timer);
      act();
    };
    const fail = (why: string) => settle(() => refuse(new Error(`${why}\n${said.join("")}`)));
    const watcher = watch(folder, () => existsSync(ready) && settle(accept));
    const timer = setTimeout(() => fail("Régie was not ready in time."), READY_WITHIN_MS);
    runner.once("exit", (code) => fail(`Régie ended with code ${code} before it was ready.`));
  });
}

export function readHouse(file: string): House {
  return JSON.parse(readFileSync(file, "utf8")) as House;
}

/** Below the ports that a system lends to outgoing connections: the browser's own must not take it meanwhile. */
async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  return (await isFree(port)) ? port : freePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((accept) => {
    const probe = createServer();
    probe.once("error", () => accept(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => accept(true)));
  });
}
