// Tests the home page: the triage list with its tabs, its actions and their undo, what each role sees, and goals.
import type { Locator } from "@playwright/test";
import { expectAccessible } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Triage {
  kinds: { kind: string; count: number }[];
  snoozed: number;
  old_deals: string[];
  total: number;
  rows: { kind: string; record: string; client: { name: string } | null }[];
}

const triage = ({ page, t }: App): Locator =>
  page.getByRole("region", { name: t("home.triage.title"), exact: true });
const rowsOf = (app: App): Locator => triage(app).getByRole("list").getByRole("listitem");
const tabOf = (app: App, name: string): Locator =>
  triage(app)
    .getByRole("navigation")
    .getByRole("link", { name: app.t(`home.triage.tab.${name}`) });
const read = async ({ api }: App, query: string): Promise<Triage> =>
  (await api.get<{ data: Triage }>(`/triage?${query}`)).data;

test.describe(() => {
  test.use({ role: "account_manager" });

  test("each tab has its count and exactly its rows", async ({ app }) => {
    const { page, open } = app;
    await open("/");
    const { kinds, rows } = await read(app, "limit=12");
    await expect(rowsOf(app)).toHaveCount(rows.length);
    for (const { kind, count } of kinds) {
      await expect(tabOf(app, kind), kind).toContainText(String(count));
      await tabOf(app, kind).click();
      await expect(tabOf(app, kind)).toHaveAttribute("aria-current", "page");
      expect(new URL(page.url()).searchParams.get("tab")).toBe(kind);
      await expect(rowsOf(app), kind).toHaveCount(Math.min(12, count));
    }
    await page.reload();
    await waitForPage(page);
    await expect(tabOf(app, kinds.at(-1)?.kind ?? "")).toHaveAttribute("aria-current", "page");
  });

  test("overdue clients are those of the list of receivables", async ({ app }) => {
    const { kinds } = await read(app, "kind=overdue");
    const listed = await app.api.get<{ meta: { total: number } }>(
      "/receivables-by-client?status=overdue&per_page=1",
    );
    expect(kinds.find(({ kind }) => kind === "overdue")?.count).toBe(listed.meta.total);
  });

  test("a matter is snoozed from the keyboard, and the undo shows it again", async ({ app }) => {
    const { page, open, t } = app;
    await open("/?tab=overdue");
    const first = rowsOf(app).first();
    const name = await first.getByRole("link").first().innerText();
    await page.keyboard.press("j");
    await expect(first.getByRole("link", { name, exact: true })).toBeFocused();
    await page.keyboard.press("s");
    await page.getByRole("menuitem").first().click();
    await expect(first).not.toContainText(name);
    await expect(first.getByRole("link").first()).toBeFocused();
    await tabOf(app, "snoozed").click();
    await expect(rowsOf(app)).toHaveCount(1);
    await expect(first).toContainText(name);
    await expectAccessible(page);
    await page.getByRole("button", { name: t("common.undo") }).click();
    await expect(first).toHaveCount(0);
    await open("/?tab=overdue");
    await expect(first).toContainText(name);
  });

  test("a matter is snoozed until a chosen day", async ({ app }) => {
    const { page, open, t } = app;
    await open("/?tab=overdue");
    const snooze = t("home.triage.snooze.label");
    await rowsOf(app).first().hover();
    await rowsOf(app).first().getByRole("button", { name: snooze }).click();
    await page.getByRole("menuitem", { name: t("home.triage.snooze.choose") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: snooze, exact: true }).click();
    await expect(dialog.getByLabel(t("home.triage.snooze.day")).first()).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await dialog.getByLabel(t("home.triage.snooze.day")).first().fill("2099-12-31");
    await dialog.getByRole("button", { name: snooze, exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole("button", { name: t("common.undo") }).click();
    await expect(tabOf(app, "snoozed")).toHaveCount(0);
  });

  test("a matter is assigned to a colleague and back", async ({ app }) => {
    const { page, open, t } = app;
    await open("/?tab=overdue");
    const row = rowsOf(app).first();
    await page.keyboard.press("j");
    await page.keyboard.press("a");
    const items = page.getByRole("menuitem");
    const colleague = items.nth(1);
    const name = await colleague.innerText();
    await colleague.click();
    const client = await row.getByRole("link").first().innerText();
    await page.getByText(t("home.triage.assigned", { name: client, user: name })).waitFor();
    await expect(row).toContainText(name);
    await page.getByRole("button", { name: t("common.undo") }).click();
    await expect(row).not.toContainText(name);
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("old won deals are dismissed together, and the undo brings them back", async ({ app }) => {
    const { page, open, t } = app;
    const { old_deals } = await read(app, "limit=1");
    expect(old_deals.length).toBeGreaterThan(0);
    await open("/?tab=old_deals");
    await triage(app)
      .getByRole("button", { name: String(old_deals.length) })
      .first()
      .click();
    const undo = page.getByRole("button", { name: t("common.undo") });
    await undo.waitFor();
    expect((await read(app, "limit=1")).old_deals).toEqual([]);
    await undo.click();
    await expect(rowsOf(app)).toHaveCount(Math.min(12, old_deals.length));
    expect((await read(app, "limit=1")).old_deals.length).toBe(old_deals.length);
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("an employee sees hours, projects, goals and recognition, and no money", async ({ app }) => {
    const { page, open, t } = app;
    await open("/");
    const parts = ["week", "projects", "goals", "recognition"] as const;
    for (const name of parts) {
      await page.getByRole("heading", { name: t(`home.${name}.title`) }).waitFor();
    }
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("main")).not.toContainText(/\d\s?\$|\$\s?\d/);
    await expect(triage(app)).toHaveCount(0);
    await expectAccessible(page);
  });

  test("an empty part says so", async ({ app }) => {
    const { page, open, t } = app;
    await page.route(/\/api\/v1\/awards\?/, (route) =>
      route.fulfill({ status: 200, json: { data: [], meta: { total: 0 } } }),
    );
    await open("/");
    await page.getByText(t("home.recognition.none")).waitFor();
    await page.getByRole("heading", { name: t("home.week.title") }).waitFor();
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("a goal that is due is checked in from home", async ({ app }) => {
    const { page, open, t, api } = app;
    const me = await api.get<{ data: { employee: { api_id: string } | null } }>("/me");
    const title = `Due soon ${Date.now()}`;
    const today = new Date().toISOString().slice(0, 10);
    const goal = await api.send<{ data: { api_id: string } }>(
      "POST",
      `/employees/${me.data.employee?.api_id}/employee-goals`,
      {
        title,
        measure: "number",
        target_value: "8",
        period_start: "2026-01-01",
        period_end: today,
        status: "active",
      },
    );
    await open("/");
    await page
      .getByRole("region", { name: t("home.attention.goals") })
      .getByRole("link", { name: `${t("home.do.check_in")} (${title})` })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(t("goals.field.value")).first().fill("3");
    await dialog.getByRole("button", { name: t("goals.do.check_in"), exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
    const path = `/employee-goals/${goal.data.api_id}`;
    const noted = await api.get<{ data: { current_value: string; version: number } }>(path);
    expect(noted.data.current_value).toBe("3.00");
    const { version } = noted.data;
    await api.send("POST", `${path}/closings`, { status: "cancelled", note: "Test", version });
    await open("/");
    await expect(
      page.getByRole("region", { name: t("home.attention.goals") }).getByText(title),
    ).toHaveCount(0);
  });
});
