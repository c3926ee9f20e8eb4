// A list of many rows: its file is made while its reader goes on, with its progress shown, and offered wherever the reader is.
import { readFileSync } from "node:fs";
import { expect, test } from "../support/test.ts";

test.use({ role: "financial_manager" });

/** More rows than these are made into a file by the worker. */
const AT_ONCE = 5_000;
const FILTER = "currency=USD,EUR";

test("a file of many rows is waited for", async ({ app }) => {
  const { page, open, words, api, locale } = app;
  const query =
    FILTER.split("=")[1]
      ?.split(",")
      .map((one) => `currency=${one}`) ?? [];
  const { meta } = await api.get<{ meta: { total: number } }>(
    `/exchange-rates?${query.join("&")}&per_page=1`,
  );
  expect(meta.total).toBeGreaterThan(AT_ONCE);
  // What the server says of its progress is held back, so that what is shown of it can be read.
  let isHeld = true;
  await page.route(/\/api\/v1\/exports\/[0-9a-f-]+$/, async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const answer = await route.fetch();
    const body = await answer.json();
    const half = { ...body.data, status: "running", done: Math.floor(body.data.total / 2) };
    return route.fulfill({ response: answer, json: isHeld ? { data: half } : body });
  });
  await open(`/exchange-rates?${FILTER}&sort=valid_on`);
  await page.getByRole("button", { name: words("table.export"), exact: true }).click();
  const panel = page.getByRole("dialog", { name: words("table.export") });
  await panel.getByRole("button", { name: words("exports.format.csv") }).click();
  const bar = page.getByRole("progressbar");
  await bar.waitFor();
  await expect(bar).toHaveAttribute("aria-valuenow", /^(?:49|50)$/);
  expect(await bar.getAttribute("aria-valuetext")).toContain("50");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: words("shell.nav.clients"), exact: true }).click();
  await page.waitForURL(/\/clients/);
  isHeld = false;
  const toast = page
    .getByRole("status")
    .filter({ hasText: words("exports.ready") })
    .first();
  await toast.waitFor({ timeout: 60_000 });
  const waiting = page.waitForEvent("download");
  await page
    .getByRole("button", { name: words("exports.download"), exact: true })
    .first()
    .click();
  const text = readFileSync(await (await waiting).path(), "utf8").replace(/^\uFEFF/, "");
  const [table = ""] = text.split("\r\n\r\n");
  const [head = "", ...rows] = table.trim().split("\r\n");
  const separator = locale === "fr-ca" ? ";" : ",";
  expect(head.split(separator).slice(0, 3)).toEqual(
    ["valid_on", "currency", "rate"].map((id) => words(`exchange_rates.field.${id}`)),
  );
  expect(rows.length).toBe(meta.total);
  const decimal = locale === "fr-ca" ? /;\d+,\d+;/ : /,\d+\.\d+,/;
  expect(rows[0]).toMatch(decimal);
  const days = rows.map((row) => row.slice(0, 10));
  expect(days).toEqual([...days].sort());
});
