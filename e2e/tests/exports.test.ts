// A list as a file, from the screen: what is shown, over all pages, in the reader's language, by keyboard and on a phone.
import { readFileSync } from "node:fs";
import { expectAccessible } from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

interface Clients {
  data: { name: string }[];
  meta: { total: number };
}

async function download({ page, words }: App, format: "csv" | "xlsx"): Promise<Buffer> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: words(`exports.format.${format}`) }).click();
  return readFileSync(await (await waiting).path());
}

async function openPanel({ page, words }: App): Promise<void> {
  await page.getByRole("button", { name: words("table.export"), exact: true }).click();
  await page.getByRole("dialog", { name: words("table.export") }).waitFor();
}

for (const locale of ["en-US", "fr-CA"]) {
  test.describe(() => {
    test.use({ role: "financial_manager", locale });

    test(`a filtered list is exported as it is shown, ${locale}`, async ({ app }) => {
      const { page, open, words, api, locale } = app;
      const query = "status=active&sort=-name&currency=CAD";
      const asked = await api.get<Clients>(`/clients?${query}&per_page=100`);
      await open(
        "/clients?status=active&sort=-name&currency=CAD&hidden=team,tags,currency,updated_at",
      );
      await openPanel(app);
      await page.getByText(new RegExp(`^${asked.meta.total} (?:rows?|lignes?) `)).waitFor();
      await expectAccessible(page);
      const text = (await download(app, "csv")).toString("utf8");
      const separator = locale === "fr-ca" ? ";" : ",";
      const [table = ""] = text.replace(/^\uFEFF/, "").split("\r\n\r\n");
      const [head = "", ...rows] = table.trim().split("\r\n");
      expect(head.split(separator).slice(0, 3)).toEqual(
        ["name", "status", "account_manager"].map((id) => words(`clients.field.${id}`)),
      );
      expect(head).not.toContain(words("clients.field.team"));
      expect(rows.length).toBe(asked.meta.total);
      const first = asked.data[0]?.name ?? "";
      expect(rows[0]?.replace(/^"/, "").startsWith(first)).toBe(true);
      const book = await download(app, "xlsx");
      expect(book.subarray(0, 2).toString()).toBe("PK");
    });
  });
}

test.describe(() => {
  test.use({ role: "admin" });

  test("a list is taken away by keyboard on a phone", async ({ app }) => {
    const { page, open, words } = app;
    await page.setViewportSize({ width: 375, height: 740 });
    await open("/clients");
    const button = page.getByRole("button", { name: words("table.export"), exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: words("table.export") }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: words("table.export") }).waitFor({ state: "hidden" });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  });
});
