// Tests the home page: the triage list with its tabs, its actions and their undo, what each role sees, and goals.

import type { Locator } from "@playwright/test";
import { today } from "../support/days.ts";
import { expectAccessible } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Triage {
  kinds: { kind: string; count: number }[];
  snoozed: number;
  old_deals: string[];
  uninvoiced: number;
  counters: { counter: string; count: number }[];
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
    // One line offers four kinds, the rest on request.
    const more = new RegExp(`^${kinds.length - 4} more`);
    await triage(app).getByRole("button", { name: more }).click();
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

  for (const [kind, path] of [
    ["overdue", "/receivables-by-client?status=overdue"],
    ["promise", "/receivables-by-client?status=promise_broken"],
    ["late_project", "/projects?deadline=late&managed=true"],
    ["ending_soon", "/projects?deadline=ending_soon&managed=true"],
  ]) {
    test(`${kind} counts the records of its list`, async ({ app }) => {
      const { kinds } = await read(app, `kind=${kind}`);
      const listed = await app.api.get<{ meta: { total: number } }>(`${path}&per_page=1`);
      expect(kinds.find((one) => one.kind === kind)?.count ?? 0).toBe(listed.meta.total);
    });
  }

  test("a next step is completed from its row, and the undo opens it again", async ({ app }) => {
    const { page, open, t, api } = app;
    const me = await api.get<{ data: { api_id: string } }>("/me");
    const clients = await api.get<{ data: { api_id: string; name: string }[] }>(
      `/clients?account_manager=${me.data.api_id}&status=active&per_page=1`,
    );
    const [client] = clients.data;
    const step = `Send the proposal ${Date.now()}`;
    await api.send("POST", `/clients/${client?.api_id}/notes`, {
      kind: "call",
      noted_on: "2026-01-05",
      text: "Budget approved",
      next_step: step,
      next_on: today(),
    });
    await open("/?tab=next_step");
    const row = rowsOf(app).filter({ hasText: step });
    await row.getByRole("link", { name: client?.name ?? "", exact: true }).focus();
    await expectAccessible(page);
    await page.keyboard.press("d");
    await expect(row).toHaveCount(0);
    await page.getByRole("button", { name: t("common.undo") }).click();
    await expect(row).toHaveCount(1);
    await row.getByRole("link", { name: client?.name ?? "", exact: true }).click();
    const timeline = page.getByRole("region", { name: t("client_page.timeline.title") });
    await timeline.getByText(step).waitFor();
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

  test("a count opens the list with exactly its records", async ({ app }) => {
    const { page, open, t, api } = app;
    const { counters } = await read(app, "limit=1");
    await open("/");
    const links = page
      .getByRole("navigation", { name: t("home.triage.counters") })
      .getByRole("link");
    // Besides the counters: hours left by retainer, and clients to invoice for earlier months.
    await expect(links).toHaveCount(counters.length + 2);
    const lists: Record<string, string> = {
      at_risk: "/clients?health=red",
      leaving: "/clients?leaving=true",
      undated_terms: "/undated-terms?state=open",
      project_proposals: "/project-proposals?state=open",
    };
    for (const [index, { counter, count }] of counters.entries()) {
      const list = lists[counter] ?? "";
      const listed = await api.get<{ meta: { total: number } }>(`${list}&per_page=1`);
      expect(listed.meta.total, counter).toBe(count);
      await expect(links.nth(index)).toContainText(String(count));
      const area = counter === "project_proposals" ? "/admin" : "";
      await expect(links.nth(index)).toHaveAttribute("href", `${area}${list}`);
    }
  });

  test("clients to invoice for earlier months are listed apart", async ({ app }) => {
    const { page, open, t } = app;
    const { uninvoiced } = await read(app, "limit=1");
    expect(uninvoiced).toBeGreaterThan(0);
    await open("/");
    const lists = page.getByRole("navigation", { name: t("home.triage.counters") });
    await expect(lists.getByRole("link").last()).toContainText(String(uninvoiced));
    await lists.getByRole("link").last().click();
    await expect(rowsOf(app)).toHaveCount(Math.min(12, uninvoiced));
    await expect(tabOf(app, "uninvoiced")).toHaveAttribute("aria-current", "page");
  });

  test("old won deals are dismissed together, and the undo brings them back", async ({ app }) => {
    const { page, open, t } = app;
    const { old_deals } = await read(app, "limit=1");
    expect(old_deals.length).toBeGreaterThan(0);
    await open("/?tab=old_deals");
    await triage(app)
      .getByRole("button", { name: `Dismiss ${old_deals.length}` })
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

  test("an employee sees the standing of the projects that they manage", async ({ app }) => {
    const { page, open, t } = app;
    const { kinds } = await read(app, "limit=1");
    const [late] = kinds.filter(({ kind }) => kind === "late_project");
    await open("/");
    await page.getByRole("heading", { name: t("home.projects.title") }).waitFor();
    const counts = page.getByRole("navigation", { name: t("home.projects.managed") });
    await expect(counts.getByRole("link", { name: t("home.triage.tab.late_project") })).toHaveCount(
      late ? 1 : 0,
    );
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
    const goal = await api.send<{ data: { api_id: string } }>(
      "POST",
      `/employees/${me.data.employee?.api_id}/employee-goals`,
      {
        title,
        measure: "number",
        target_value: "8",
        period_start: "2026-01-01",
        period_end: today(),
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
