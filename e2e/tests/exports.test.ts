// A list as a file, from the screen: what is shown, over all pages, in the reader's language, by keyboard and on a phone.
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { expectAccessible, type Scene, scenario } from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";

interface Clients {
  data: { name: string }[];
  meta: { total: number };
}

async function download({ page, words }: Scene, format: "csv" | "xlsx"): Promise<Buffer> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: words(`exports.format.${format}`) }).click();
  return readFileSync(await (await waiting).path());
}

async function openPanel({ page, words }: Scene): Promise<void> {
  await page.getByRole("button", { name: words("table.export"), exact: true }).click();
  await page.getByRole("dialog", { name: words("table.export") }).waitFor();
}

for (const locale of LOCALES) {
  const setting = { as: "financial_manager", locale } as const;

  scenario(`a filtered list is taken away as it is shown, ${locale}`, setting, async (scene) => {
    const { page, open, words, api } = scene;
    const query = "status=active&sort=-name&currency=CAD";
    const asked = await api.get<Clients>(`/clients?${query}&per_page=100`);
    await open(
      "/clients?status=active&sort=-name&currency=CAD&hidden=team,tags,currency,updated_at",
    );
    await openPanel(scene);
    await page.getByText(new RegExp(`^${asked.meta.total} (?:rows?|lignes?) `)).waitFor();
    await expectAccessible(page);
    const text = (await download(scene, "csv")).toString("utf8");
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
    const book = await download(scene, "xlsx");
    expect(book.subarray(0, 2).toString()).toBe("PK");
  });
}

scenario("a list is taken away by keyboard on a phone", { as: "admin" }, async (scene) => {
  const { page, open, words } = scene;
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
