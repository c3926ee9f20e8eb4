// Receivables by client as a list: searched, ordered, shown as cards on a phone, exported as shown.
import { readFileSync } from "node:fs";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { pageReady } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ role: "financial_manager" });

interface Debtors {
  data: { client: { name: string } | null; currencies: { currency: string }[] }[];
  meta: { total: number };
}

const BUCKET = "over_90";
const PATH = "/invoices?view=ageing";

const names = ({ data }: Debtors, { words }: App) =>
  data.map(({ client }) => client?.name ?? words("receivables.by_client.nobody"));

test("clients who owe are sorted, searched and exported", async ({ app }) => {
  const { page, open, words, api } = app;
  const { currency } = (await api.get<{ data: { currency: string } }>("/me")).data;
  const listed = (query: string) =>
    api.get<Debtors>(`/receivables-by-client?currency=${currency}&${query}`);
  await open(PATH);
  const part = page.getByRole("region", { name: words("receivables.by_client.title") });
  const shown = () => part.locator("tbody th").allTextContents();
  await expect.poll(shown).toEqual(names(await listed(""), app));
  const head = part.locator("thead").getByRole("button").nth(6);
  await head.click();
  await head.click();
  const sorted = names(await listed(`sort=-${BUCKET}`), app);
  await expect.poll(shown).toEqual(sorted);
  expect(new URL(page.url()).searchParams.get("clients_sort")).toBe(`-${BUCKET}`);
  await page.goBack();
  await expect.poll(shown).toEqual(names(await listed(`sort=${BUCKET}`), app));
  await page.goForward();
  const typed = sorted[0]?.split(" ")[0] ?? "";
  await part.getByRole("searchbox").fill(typed);
  const found = await listed(`sort=-${BUCKET}&search=${encodeURIComponent(typed)}`);
  await expect.poll(shown).toEqual(names(found, app));
  // The list of invoices below is another: it has its own words in the address.
  const rows = page.getByRole("region", { name: words("receivables.invoices") });
  await expect(rows.getByRole("searchbox")).toHaveValue("");
  await page.reload();
  await pageReady(page);
  await expect.poll(shown).toEqual(names(found, app));
  await part.getByRole("button", { name: words("table.export"), exact: true }).click();
  const waiting = page.waitForEvent("download");
  await page
    .getByRole("dialog", { name: words("table.export") })
    .getByRole("button", { name: words("exports.format.csv") })
    .click();
  const text = readFileSync(await (await waiting).path(), "utf8").replace(/^\uFEFF/, "");
  const [table = ""] = text.split("\r\n\r\n");
  const lines = table.trim().split("\r\n").slice(1);
  expect(lines.length).toBe(found.data.flatMap(({ currencies }) => currencies).length);
  expect(lines[0]?.replace(/^"/, "").startsWith(sorted[0] ?? "?")).toBe(true);
  await page.keyboard.press("Escape");
  await open(PATH);
  await expectAccessible(page);
  await part.scrollIntoViewIfNeeded();
});

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("clients who owe are cards on a phone", async ({ app }) => {
    const { page, open, words } = app;
    await open(PATH);
    const cards = page.getByRole("list", { name: words("receivables.by_client.title") });
    const first = cards.getByRole("listitem").first();
    await first.getByText(words("invoices.field.follow_up"), { exact: true }).waitFor();
    await first.scrollIntoViewIfNeeded();
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
    await first.locator('a[href*="aging_bucket="]').first().click();
    const rows = page.getByRole("list", { name: words("receivables.invoices") });
    await expect(rows).toBeVisible();
  });
});
