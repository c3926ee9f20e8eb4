// Tests `make run`: reports errors, keeps the data, and leaves no process behind.
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signIn } from "../support/api.ts";
import { type Server, spawnRunner, startServer } from "../support/server.ts";
import { expect, test } from "../support/test.ts";

const EXITED = { timeout: 15_000, intervals: [100] };
let data: string;

test.beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), "regie-e2e-startup-"));
});

test.afterAll(() => rmSync(data, { recursive: true, force: true }));

test("reports a port in use before the start", async ({ server }) => {
  const usedPort = Number(new URL(server.origin).port);
  const runner = spawnRunner(join(data, "never"), join(data, "never.json"), usedPort);
  let output = "";
  runner.stderr?.on("data", (chunk) => {
    output += chunk;
  });
  const [code] = await once(runner, "close");
  expect(code).toBe(1);
  expect(output).toContain(`Port ${usedPort} is taken`);
});

test("leaves no process after any exit, and starts again with the same data", async () => {
  test.setTimeout(300_000);
  const first = await startServer(data);
  await first.stop("SIGKILL");
  await expect.poll(() => findRunning(first.server), EXITED).toEqual([]);

  const second = await startServer(data);
  expect(second.server.sandbox).toBe(first.server.sandbox);
  await signIn(second.server, "employee");
  await second.stop("SIGINT");
  await expect.poll(() => findRunning(second.server), EXITED).toEqual([]);
});

/** The started process groups that still have a member. */
function findRunning({ pids }: Server): string[] {
  return Object.entries(pids)
    .filter(([, pid]) => isRunning(pid))
    .map(([name]) => name);
}

function isRunning(group: number): boolean {
  try {
    process.kill(-group, 0);
  } catch {
    return false;
  }
  return !/^State:\s+Z/m.test(readStatus(group));
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}
