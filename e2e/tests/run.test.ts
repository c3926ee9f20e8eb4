// What a newcomer meets at `make run`: it says what is wrong, keeps the data, and leaves no process behind.
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { type House, spawnRunner, startHouse } from "../harness/house.ts";
import { signIn } from "../harness/session.ts";

const data = mkdtempSync(join(tmpdir(), "regie-run-"));
afterAll(() => rmSync(data, { recursive: true, force: true }));

test("a taken port is named before anything is done", async () => {
  const taken = Number(new URL(inject("house").origin).port);
  const runner = spawnRunner(join(data, "never"), join(data, "never.json"), taken);
  let said = "";
  runner.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  const [code] = await once(runner, "close");
  expect(code).toBe(1);
  expect(said).toContain(`Port ${taken} is taken`);
});

test("ended in any way, it leaves nothing running, and the next start has the same data", async () => {
  const first = await startHouse(data);
  const { sandbox } = first.house;
  await first.stop("SIGKILL");
  await expect.poll(() => alive(first.house), { timeout: 15_000 }).toEqual([]);

  const second = await startHouse(data);
  expect(second.house.sandbox).toBe(sandbox);
  await signIn(second.house, "employee");
  await second.stop("SIGINT");
  await expect.poll(() => alive(second.house), { timeout: 15_000 }).toEqual([]);
}, 300_000);

/** Which of the started process groups still have a member. */
function alive(house: House): string[] {
  return Object.entries(house.pids)
    .filter(([, pid]) => isRunning(pid))
    .map(([name]) => name);
}

function isRunning(group: number): boolean {
  try {
    process.kill(-group, 0);
  } catch {
    return false;
  }
  return !/^State:\s+Z/m.test(statusOf(group));
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}
