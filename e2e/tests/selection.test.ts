// Tests selected rows: by mouse and keyboard, across pages, exported and changed in bulk.
import { readFileSync } from "node:fs";
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Rows {
  data: { api_id: string; name: string; archived_at: string | null }[];
  meta: { total: number };
}

const boxes = ({ page }: App) => page.locator("tbody input[type=checkbox]");
const bar = ({ page, t }: App) =>
  page.getByRole("region", { name: t("selection.title"), exact: true });

async function download({ page, t }: App, format: "csv" | "xlsx"): Promise<string> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: t(`selection.export_${format}`) }).click();
  return readFileSync(await (await waiting).path(), "utf8");
}

/** The rows of an exported table, with the header. */
const tableRows = (text: string) => (text.split("\r\n\r\n")[0] ?? "").trim().split("\r\n");

test.describe(() => {
  test.use({ role: "admin" });

  test("selected rows are exported", async ({ app }) => {
    const { page, open, t, api } = app;
    const { data, meta } = await api.get<Rows>("/clients?sort=name&per_page=20");
    await open("/clients");
    await boxes(app).nth(1).click();
    await boxes(app)
      .nth(3)
      .click({ modifiers: ["Shift"] });
    const head = page.getByRole("checkbox", { name: t("table.select_page") });
    expect(await head.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
    await page
      .getByRole("button", { name: t("ui.pagination.page", { page: "2" }), exact: true })
      .click();
    await waitForPage(page);
    await boxes(app).first().click();
    await bar(app).getByText(/^4 /).waitFor();
    await expectAccessible(page);
    const selected = tableRows(await download(app, "csv"));
    expect(selected).toHaveLength(1 + 4);
    for (const index of [1, 2, 3, 10]) expect(selected.join("\n")).toContain(data[index]?.name);
    await bar(app)
      .getByRole("button", { name: t("selection.all", { total: String(meta.total) }) })
      .click();
    expect(tableRows(await download(app, "csv"))).toHaveLength(1 + meta.total);
    await page.keyboard.press("Escape");
    await bar(app).waitFor({ state: "detached" });
    await expect(page.locator("tbody input:checked")).toHaveCount(0);
  });
});

const kind = "fixed";

test.describe(() => {
  test.use({ role: "admin" });

  test("selected projects are archived", async ({ app }) => {
    const { page, open, t, api } = app;
    const read = (status: string) =>
      api.get<Rows>(
        `/projects?kind=${kind}&status=${status}&sort=name&per_page=2&archived=exclude`,
      );
    const [closed, running] = [await read("completed"), await read("active")];
    const names = [...closed.data, ...running.data.slice(0, 1)].map(({ name }) => name);
    await open(`/projects/${kind}?status=completed,active&sort=name&per_page=100`);
    for (const name of names)
      await page
        .getByRole("checkbox", { name: `${t("table.select")} ${name}`, exact: true })
        .first()
        .click();
    await bar(app)
      .getByRole("button", { name: t("selection.archive.action"), exact: true })
      .click();
    const refused = page.getByRole("alert").filter({ hasText: names.at(-1) ?? "" });
    await refused.waitFor();
    await page.getByRole("button", { name: t("common.undo"), exact: true }).click();
    await expectAccessible(page);
    for (const { api_id } of closed.data)
      await expect
        .poll(async () => (await api.get<{ data: Rows["data"][0] }>(`/projects/${api_id}`)).data)
        .toMatchObject({ archived_at: null });
    await expect(page.locator("tbody input:checked")).toHaveCount(1);
  });
});

test.describe(() => {
  test.use({ role: "account_manager" });

  test("rows are selected by keyboard", async ({ app }) => {
    const { page, open } = app;
    await open("/clients");
    const links = page.locator("tbody tr th a");
    await links.first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await bar(app).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await expect(page.locator("tbody input:checked")).toHaveCount(2);
    await expect(page.locator(":focus")).toHaveAttribute("href", /\/clients\/.+/);
    await page.keyboard.press("x");
    await expect(page.locator("tbody input:checked")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await bar(app).waitFor({ state: "detached" });
  });
});

test.describe(() => {
  test.use({
    role: "account_manager",
    locale: "fr-CA",
    colorScheme: "dark",
    viewport: { width: 390, height: 800 },
  });

  test("rows are selected on a phone", async ({ app }) => {
    const { page, open, t } = app;
    await open("/clients");
    await waitForPage(page);
    const box = page.locator("main li input[type=checkbox]").first();
    const { width, height } = (await box.locator("..").boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await box.click();
    await bar(app).waitFor();
    await bar(app)
      .getByRole("button", { name: t("selection.account_manager.action") })
      .click();
    await page.getByRole("dialog").getByLabel(t("selection.account_manager.label")).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expectNoSidewaysScroll(page);
    await bar(app)
      .getByRole("button", { name: t("selection.clear") })
      .click();
    await bar(app).waitFor({ state: "detached" });
  });
});
