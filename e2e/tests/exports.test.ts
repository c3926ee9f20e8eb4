// Tests exports of a list: as shown, over all pages, in the user's language, by keyboard and on a phone.
import { readFileSync } from "node:fs";
import { expectAccessible } from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

interface Clients {
  data: { name: string }[];
  meta: { total: number };
}

async function download({ page, t }: App, format: "csv" | "xlsx"): Promise<Buffer> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: t(`exports.format.${format}`) }).click();
  return readFileSync(await (await waiting).path());
}

async function openPanel({ page, t }: App): Promise<void> {
  await page.getByRole("button", { name: t("table.export"), exact: true }).click();
  await page.getByRole("dialog", { name: t("table.export") }).waitFor();
}

for (const locale of ["en-US", "fr-CA"]) {
  test.describe(() => {
    test.use({ role: "financial_manager", locale });

    test(`a filtered list is exported with its filters, ${locale}`, async ({ app }) => {
      const { page, open, t, api, locale } = app;
      const query = "status=active&sort=-name&currency=CAD";
      const requested = await api.get<Clients>(`/clients?${query}&per_page=100`);
      await open(
        "/clients?status=active&sort=-name&currency=CAD&hidden=team,tags,currency,updated_at",
      );
      await openPanel(app);
      await page.getByText(new RegExp(`^${requested.meta.total} (?:rows?|lignes?) `)).waitFor();
      await expectAccessible(page);
      const text = (await download(app, "csv")).toString("utf8");
      const separator = locale === "fr-ca" ? ";" : ",";
      const [table = ""] = text.replace(/^\uFEFF/, "").split("\r\n\r\n");
      const [head = "", ...rows] = table.trim().split("\r\n");
      expect(head.split(separator).slice(0, 3)).toEqual(
        ["name", "status", "account_manager"].map((id) => t(`clients.field.${id}`)),
      );
      expect(head).not.toContain(t("clients.field.team"));
      expect(rows.length).toBe(requested.meta.total);
      const first = requested.data[0]?.name ?? "";
      expect(rows[0]?.replace(/^"/, "").startsWith(first)).toBe(true);
      const book = await download(app, "xlsx");
      expect(book.subarray(0, 2).toString()).toBe("PK");
    });
  });
}

test.describe(() => {
  test.use({ role: "admin" });

  test("a list is exported by keyboard on a phone", async ({ app }) => {
    const { page, open, t } = app;
    await page.setViewportSize({ width: 375, height: 740 });
    await open("/clients");
    const button = page.getByRole("button", { name: t("table.export"), exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: t("table.export") }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: t("table.export") }).waitFor({ state: "hidden" });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  });
});
