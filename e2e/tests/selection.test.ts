// Rows picked of a list: by mouse and by keyboard, over its pages, taken away and changed at once, in both languages.
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type Scene,
  scenario,
} from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";
import { settled } from "../harness/settled.ts";

interface Rows {
  data: { api_id: string; name: string; archived_at: string | null }[];
  meta: { total: number };
}

const boxes = ({ page }: Scene) => page.locator("tbody input[type=checkbox]");
const bar = ({ page, words }: Scene) =>
  page.getByRole("region", { name: words("selection.title"), exact: true });

async function download({ page, words }: Scene, format: "csv" | "xlsx"): Promise<string> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: words(`selection.export_${format}`) }).click();
  return readFileSync(await (await waiting).path(), "utf8");
}

/** The lines of a file's table: its head, then a row each. */
const linesOf = (text: string) => (text.split("\r\n\r\n")[0] ?? "").trim().split("\r\n");

for (const locale of LOCALES) {
  scenario(`picked rows are taken away, ${locale}`, { as: "admin", locale }, async (scene) => {
    const { page, open, words, api, shot } = scene;
    const { data, meta } = await api.get<Rows>("/clients?sort=name&per_page=20");
    await open("/clients");
    await boxes(scene).nth(1).click();
    await boxes(scene)
      .nth(3)
      .click({ modifiers: ["Shift"] });
    const head = page.getByRole("checkbox", { name: words("table.pick_page") });
    expect(await head.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
    await page
      .getByRole("button", { name: words("ui.pagination.page", { page: "2" }), exact: true })
      .click();
    await settled(page);
    await boxes(scene).first().click();
    await bar(scene).getByText(/^4 /).waitFor();
    await expectAccessible(page);
    await shot(`picked ${locale}`);
    const picked = linesOf(await download(scene, "csv"));
    expect(picked).toHaveLength(1 + 4);
    for (const index of [1, 2, 3, 10]) expect(picked.join("\n")).toContain(data[index]?.name);
    await bar(scene)
      .getByRole("button", { name: words("selection.all", { total: String(meta.total) }) })
      .click();
    expect(linesOf(await download(scene, "csv"))).toHaveLength(1 + meta.total);
    await page.keyboard.press("Escape");
    await bar(scene).waitFor({ state: "detached" });
    expect(await page.locator("tbody input:checked").count()).toBe(0);
  });

  const kind = locale === "fr-ca" ? "oos" : "fixed";
  scenario(`picked projects are put away, ${locale}`, { as: "admin", locale }, async (scene) => {
    const { page, open, words, api, shot } = scene;
    const read = (status: string) =>
      api.get<Rows>(
        `/projects?kind=${kind}&status=${status}&sort=name&per_page=2&archived=exclude`,
      );
    const [closed, running] = [await read("completed"), await read("active")];
    const names = [...closed.data, ...running.data.slice(0, 1)].map(({ name }) => name);
    await open(`/projects/${kind}?status=completed,active&sort=name&per_page=100`);
    for (const name of names)
      await page
        .getByRole("checkbox", { name: `${words("table.pick")} ${name}`, exact: true })
        .first()
        .click();
    await bar(scene)
      .getByRole("button", { name: words("selection.archive.action"), exact: true })
      .click();
    const refused = page.getByRole("alert").filter({ hasText: names.at(-1) ?? "" });
    await refused.waitFor();
    await page.getByRole("button", { name: words("common.undo"), exact: true }).click();
    await expectAccessible(page);
    await shot(`refused ${locale}`);
    for (const { api_id } of closed.data)
      await expect
        .poll(async () => (await api.get<{ data: Rows["data"][0] }>(`/projects/${api_id}`)).data)
        .toMatchObject({ archived_at: null });
    expect(await page.locator("tbody input:checked").count()).toBe(1);
  });
}

scenario("rows are picked by keyboard", { as: "account_manager" }, async (scene) => {
  const { page, open } = scene;
  await open("/clients");
  const links = page.locator("tbody tr th a");
  await links.first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await bar(scene).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect.poll(() => page.locator("tbody input:checked").count()).toBe(2);
  await expect.poll(() => page.locator(":focus").getAttribute("href")).toMatch(/\/clients\/.+/);
  await page.keyboard.press("x");
  await expect.poll(() => page.locator("tbody input:checked").count()).toBe(1);
  await page.keyboard.press("Escape");
  await bar(scene).waitFor({ state: "detached" });
});

scenario(
  "rows are picked on a phone",
  { as: "account_manager", locale: "fr-ca", theme: "dark", width: 390, height: 800 },
  async (scene) => {
    const { page, open, words } = scene;
    await open("/clients");
    await settled(page);
    const box = page.locator("main li input[type=checkbox]").first();
    const { width, height } = (await box.locator("..").boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await box.click();
    await bar(scene).waitFor();
    await bar(scene)
      .getByRole("button", { name: words("selection.account_manager.action") })
      .click();
    await page.getByRole("dialog").getByLabel(words("selection.account_manager.label")).waitFor();
    await expectAccessible(page);
    await scene.shot("asked on a phone");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expectNoSidewaysScroll(page);
    await scene.shot("picked on a phone");
    await bar(scene)
      .getByRole("button", { name: words("selection.clear") })
      .click();
    await bar(scene).waitFor({ state: "detached" });
  },
);
