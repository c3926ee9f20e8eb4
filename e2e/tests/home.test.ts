// Tests the home page: each count links to exactly its rows, and restricted groups are hidden.
import type { Locator } from "@playwright/test";
import { expectAccessible } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

type Listed<Row = { api_id: string }> = { data: Row[]; meta: { total: number } };

const waiting = ({ page, t }: App, name: string): Locator =>
  page.getByRole("region", { name: t(`home.attention.${name}`), exact: true });

/** The screen of each group, and the call that lists it. */
const GROUPS = [
  ["overdue", "/invoices"],
  ["retainers", "/retainer-burns"],
  ["extras", "/projects"],
  ["approvals", "/oos-queue"],
  ["won", "/Deals"],
] as const;

test.describe(() => {
  test.use({ role: "account_manager" });

  test("each group links to exactly its rows", async ({ app }) => {
    const { page, open } = app;
    for (const [name, path] of GROUPS) {
      await open("/");
      const group = waiting(app, name);
      const shown = await group.locator("li").count();
      const all = group.getByRole("link", { name: app.t(`home.attention.${name}`) });
      const total = Number(/\d+/.exec(await all.innerText())?.[0] ?? 1);
      expect(shown, name).toBe(Math.min(3, total));
      const [listResponse] = await Promise.all([
        page.waitForResponse(
          (response) =>
            new URL(response.url()).pathname.endsWith(`/api/v1${path}`) &&
            !response.url().includes("per_page=3"),
        ),
        all.click(),
      ]);
      expect(((await listResponse.json()) as Listed).meta.total, name).toBe(total);
      await page.locator("tbody tr").first().waitFor();
    }
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("home hides restricted groups from an employee", async ({ app }) => {
    await app.open("/");
    await app.page.getByRole("region", { name: app.t("home.attention.title") }).waitFor();
    for (const name of ["overdue", "fixed", "extras", "won"]) {
      await expect(waiting(app, name), name).toHaveCount(0);
    }
    await app.page.goto(`${app.server.origin}/?do=follow_up&of=none`);
    await waitForPage(app.page);
    await expect(app.page.getByRole("dialog")).toHaveCount(0);
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("an overdue invoice is followed up from home", async ({ app }) => {
    const { page, open, t, api, locale } = app;
    await open("/");
    const action = waiting(app, "overdue").getByRole("link", {
      name: t("home.do.follow_up"),
    });
    await action.first().click();
    const dialog = page.getByRole("dialog");
    const note = dialog.getByLabel(t("invoices.field.follow_up_note")).first();
    await note.waitFor();
    await expectAccessible(page);
    await page.reload();
    await note.fill(`Rappel ${locale}`);
    await dialog.getByRole("button", { name: t("common.save"), exact: true }).click();
    await page.getByText(t("form.saved")).waitFor();
    await dialog.waitFor({ state: "hidden" });
    expect(new URL(page.url()).search).toBe("");
    const { data } = await api.get<Listed<{ api_id: string }>>(
      "/invoices?status=overdue&sort=due_on",
    );
    const path = `/invoices/${data[0]?.api_id}`;
    const first = await api.get<{ data: { follow_up_note: string; version: number } }>(path);
    expect(first.data.follow_up_note).toBe(`Rappel ${locale}`);
    await api.send("PATCH", path, { follow_up_note: null, version: first.data.version });
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
    await waiting(app, "goals")
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
    await expect(waiting(app, "goals").getByText(title)).toHaveCount(0);
  });
});
