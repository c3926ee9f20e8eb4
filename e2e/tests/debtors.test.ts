// Tests receivables by client: searched, sorted, as cards on a phone, exported as shown.
import { readFileSync } from "node:fs";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ role: "financial_manager" });

interface Debtors {
  data: { client: { name: string } | null; currencies: { currency: string }[] }[];
  meta: { total: number };
}

const BUCKET = "over_90";
const PATH = "/invoices?view=aging";

const names = ({ data }: Debtors, { t }: App) =>
  data.map(({ client }) => client?.name ?? t("receivables.by_client.unmatched"));

test("receivables by client are sorted, searched and exported", async ({ app }) => {
  const { page, open, t, api } = app;
  const { currency } = (await api.get<{ data: { currency: string } }>("/me")).data;
  const listed = (query: string) =>
    api.get<Debtors>(`/receivables-by-client?currency=${currency}&${query}`);
  await open(PATH);
  const part = page.getByRole("region", { name: t("receivables.by_client.title") });
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
  // The list of invoices below has its own URL parameters.
  const rows = page.getByRole("region", { name: t("receivables.invoices") });
  await expect(rows.getByRole("searchbox")).toHaveValue("");
  await page.reload();
  await waitForPage(page);
  await expect.poll(shown).toEqual(names(found, app));
  await part.getByRole("button", { name: t("table.export"), exact: true }).click();
  const waiting = page.waitForEvent("download");
  await page
    .getByRole("dialog", { name: t("table.export") })
    .getByRole("button", { name: t("exports.format.csv") })
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

  test("receivables by client are cards on a phone", async ({ app }) => {
    const { page, open, t } = app;
    await open(PATH);
    const cards = page.getByRole("list", { name: t("receivables.by_client.title") });
    const first = cards.getByRole("listitem").first();
    await first.getByText(t("invoices.field.follow_up"), { exact: true }).waitFor();
    await first.scrollIntoViewIfNeeded();
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
    await first.locator('a[href*="aging_bucket="]').first().click();
    const rows = page.getByRole("list", { name: t("receivables.invoices") });
    await expect(rows).toBeVisible();
  });
});
