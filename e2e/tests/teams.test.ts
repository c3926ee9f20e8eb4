// Tests teams: created by administrators, seen by everyone within their permissions.
import {
  emulateScheme,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

interface Team {
  api_id: string;
  name: string;
  version: number;
  representative: { name: string } | null;
  users: { name: string }[];
  can: string[];
}

const REPRESENTATIVE = "Maëlle Tremblay";
const MEMBER = "Samuel Côté";
const DEMO_TEAM = "Équipe Boréale";

const heading = ({ page }: App, name: string) => page.getByRole("heading", { level: 1, name });

const read = async ({ api }: App, id: string) =>
  (await api.get<{ data: Team }>(`/teams/${id}`)).data;

const teamId = ({ page }: App) => new URL(page.url()).pathname.split("/").at(-2) ?? "";

/** Selects a user by part of the name, by keyboard only. */
async function selectUser({ page, t }: App, field: string, query: string, name: string) {
  const box = page.getByRole("combobox", { name: t(`teams.field.${field}`) });
  await box.click();
  await box.fill(query);
  await expect.poll(() => page.getByRole("option").first().textContent()).toBe(name);
  await box.press("ArrowDown");
  await box.press("Enter");
}

async function choose({ page, t }: App, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: t("ui.more_actions", { name }) }).click();
  await page.getByRole("menuitem", { name: t(action), exact: true }).click();
}

test.describe(() => {
  // One representative who is not a member is refused.
  test.use({ role: "admin", locale: "fr-CA", expectedProblems: /status of 422 .*\/teams/ });

  test("a team is created, changed, archived and deleted", async ({ app }) => {
    const { page, open, t, locale } = app;
    const name = `Équipe Mélèze ${locale} ${Date.now()}`;
    await open("/teams");
    await page.getByRole("heading", { level: 2, name: DEMO_TEAM }).waitFor();
    await open("/admin/teams");
    await page.getByRole("heading", { level: 2, name: DEMO_TEAM }).waitFor();
    await page.getByRole("link", { name: t("teams.new") }).click();
    await heading(app, t("teams.new")).waitFor();
    const save = page.getByRole("button", { name: t("teams.create"), exact: true });
    await save.click();
    await page.getByText(t("teams.members_needed")).first().waitFor();
    await expectAccessible(page);
    await page.getByLabel(t("teams.field.name")).first().fill(name);
    await selectUser(app, "users", "cote", MEMBER);
    await selectUser(app, "representative", "maelle", REPRESENTATIVE);
    await save.click();
    await page
      .getByText(/must be one of the members|doit être membre/)
      .first()
      .waitFor();
    await expectAccessible(page);
    await selectUser(app, "users", "maelle", REPRESENTATIVE);
    await page.getByText(REPRESENTATIVE, { exact: true }).first().waitFor();
    await save.click();
    await heading(app, name).waitFor();
    const created = await read(app, teamId(app));
    expect(created.representative?.name).toBe(REPRESENTATIVE);
    expect(created.users.map((user) => user.name)).toEqual([REPRESENTATIVE, MEMBER]);

    const members = page.getByRole("list", { name: t("team_page.members_of", { name }) });
    const first = members.getByRole("listitem").first();
    await first.getByText(REPRESENTATIVE).waitFor();
    await first.getByText(t("teams.field.representative")).waitFor();
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
    await page.getByRole("tab", { name: t("team_page.tab.figures") }).click();
    await page.getByText(t("team_page.figure.available_hours.label")).first().waitFor();
    await expectAccessible(page);
    await emulateScheme(page, "dark");
    await expectAccessible(page, "contrast");

    await page.getByRole("link", { name: t("teams.edit"), exact: true }).click();
    await page.getByRole("button", { name: t("form.tags.remove", { tag: MEMBER }) }).click();
    await page.getByRole("button", { name: t("form.save"), exact: true }).click();
    await page.waitForURL("**/view");
    await expect
      .poll(async () => (await read(app, created.api_id)).users.map((user) => user.name))
      .toEqual([REPRESENTATIVE]);

    await choose(app, name, "team_page.archive.action");
    await page.getByText(t("team_page.archive.done", { name }), { exact: true }).waitFor();
    await choose(app, name, "team_page.delete.action");
    const dialog = page.getByRole("dialog", { name: t("team_page.delete.title", { name }) });
    await dialog.getByRole("button", { name: t("team_page.delete.action"), exact: true }).click();
    await heading(app, t("teams.title")).waitFor();
    await page.getByText(t("team_page.delete.done", { name }), { exact: true }).waitFor();
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", expectedProblems: /status of 409 .*\/teams/ });

  test("two people change a team at once", async ({ app }) => {
    const { page, open, t, api, locale } = app;
    const name = `Équipe Tilleul ${locale} ${Date.now()}`;
    const { data: people } = await api.get<{ data: { api_id: string }[] }>("/users?status=active");
    const users = people.slice(0, 2).map((user) => user.api_id);
    const body = { name, representative: users[0], users };
    const { data: team } = await api.send<{ data: Team }>("POST", "/teams", body);
    try {
      await open(`/admin/teams/${team.api_id}/edit`);
      await page.getByLabel(t("teams.field.name")).first().fill(`${name} A`);
      await api.send("PATCH", `/teams/${team.api_id}`, { name: `${name} B`, version: 1 });
      await page.getByRole("button", { name: t("form.save"), exact: true }).click();
      await page.getByText(`${name} B`).first().waitFor();
      await expectAccessible(page);
      expect((await read(app, team.api_id)).name).toBe(`${name} B`);
    } finally {
      await api.send("DELETE", `/teams/${team.api_id}`);
    }
  });
});

test.describe(() => {
  test.use({ role: "account_manager", locale: "fr-CA" });

  test("an account manager sees teams and their people", async ({ app }) => {
    const { page, open, t } = app;
    await open("/teams");
    await expect(page.getByRole("link", { name: t("teams.new") })).toHaveCount(0);
    const card = page.getByRole("listitem").filter({ hasText: DEMO_TEAM }).first();
    await card.getByText(t("teams.field.representative")).waitFor();
    await card.getByText("Émilie Fortin").waitFor();
    const work = card.getByRole("list", { name: t("team_page.work_of", { name: DEMO_TEAM }) });
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
    await page.getByRole("searchbox").fill("boreale");
    await expect(page.getByRole("heading", { level: 2 })).toHaveCount(1);
    await work.getByRole("link").first().click();
    await page.waitForURL(/\/clients\?team=/);
    await page.getByRole("link", { name: /./ }).first().waitFor();
  });
});

test.describe(() => {
  test.use({ role: "financial_manager", locale: "fr-CA" });

  test("a financial manager sees how busy teams are", async ({ app }) => {
    const { page, open, t } = app;
    await open("/teams");
    await page.getByRole("img", { name: /240|h/ }).first().waitFor();
    await page.getByText(t("team_page.mrr")).first().waitFor();
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ role: "employee", locale: "fr-CA", viewport: { width: 390, height: 850 } });

  test("an employee sees only the names of teams", async ({ app }) => {
    const { page, open, t } = app;
    await open("/teams");
    await page.getByRole("heading", { level: 2, name: DEMO_TEAM }).waitFor();
    await expect(page.getByText(t("teams.field.representative"), { exact: true })).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
  });
});
