// Teams: made by the administrators from a search of people, seen by everyone with as much as their rights open.
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
  showScheme,
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

const SPEAKS = "Maëlle Tremblay";
const JOINS = "Samuel Côté";
const DEMO_TEAM = "Équipe Boréale";

const heading = ({ page }: App, name: string) => page.getByRole("heading", { level: 1, name });

const read = async ({ api }: App, id: string) =>
  (await api.get<{ data: Team }>(`/teams/${id}`)).data;

const idOf = ({ page }: App) => new URL(page.url()).pathname.split("/").at(-2) ?? "";

/** Picks a person by a part of the name, with the keyboard alone. */
async function pick({ page, words }: App, field: string, typed: string, name: string) {
  const box = page.getByRole("combobox", { name: words(`teams.field.${field}`) });
  await box.click();
  await box.fill(typed);
  await expect.poll(() => page.getByRole("option").first().textContent()).toBe(name);
  await box.press("ArrowDown");
  await box.press("Enter");
}

async function choose({ page, words }: App, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: words("ui.more_actions", { name }) }).click();
  await page.getByRole("menuitem", { name: words(action), exact: true }).click();
}

test.describe(() => {
  // A representative who is no member is refused once.
  test.use({ role: "admin", locale: "fr-CA", expectedProblems: /status of 422 .*\/teams/ });

  test("a team is made, changed, put away and deleted", async ({ app }) => {
    const { page, open, words, locale } = app;
    const name = `Équipe Mélèze ${locale} ${Date.now()}`;
    await open("/admin/teams");
    await page.getByRole("link", { name: words("teams.new") }).click();
    await heading(app, words("teams.new")).waitFor();
    const save = page.getByRole("button", { name: words("teams.create"), exact: true });
    await save.click();
    await page.getByText(words("teams.members_needed")).first().waitFor();
    await expectAccessible(page);
    await page.getByLabel(words("teams.field.name")).first().fill(name);
    await pick(app, "users", "cote", JOINS);
    await pick(app, "representative", "maelle", SPEAKS);
    await save.click();
    await page
      .getByText(/must be one of the members|doit être membre/)
      .first()
      .waitFor();
    await expectAccessible(page);
    await pick(app, "users", "maelle", SPEAKS);
    await page.getByText(SPEAKS, { exact: true }).first().waitFor();
    await save.click();
    await heading(app, name).waitFor();
    const made = await read(app, idOf(app));
    expect(made.representative?.name).toBe(SPEAKS);
    expect(made.users.map((user) => user.name)).toEqual([SPEAKS, JOINS]);

    const members = page.getByRole("list", { name: words("teams.members_of", { name }) });
    const first = members.getByRole("listitem").first();
    await first.getByText(SPEAKS).waitFor();
    await first.getByText(words("teams.field.representative")).waitFor();
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
    await page.getByRole("tab", { name: words("teams.tab.figures") }).click();
    await page.getByText(words("teams.figure.available_hours.label")).first().waitFor();
    await expectAccessible(page);
    await showScheme(page, "dark");
    await expectAccessible(page, "contrast");

    await page.getByRole("link", { name: words("teams.edit"), exact: true }).click();
    await page.getByRole("button", { name: words("form.tags.remove", { tag: JOINS }) }).click();
    await page.getByRole("button", { name: words("form.save"), exact: true }).click();
    await page.waitForURL("**/view");
    await expect
      .poll(async () => (await read(app, made.api_id)).users.map((user) => user.name))
      .toEqual([SPEAKS]);

    await choose(app, name, "teams.archive.action");
    await page.getByText(words("teams.archive.done", { name }), { exact: true }).waitFor();
    await choose(app, name, "teams.delete.action");
    const dialog = page.getByRole("dialog", { name: words("teams.delete.title", { name }) });
    await dialog.getByRole("button", { name: words("teams.delete.action"), exact: true }).click();
    await heading(app, words("teams.title")).waitFor();
    await page.getByText(words("teams.delete.done", { name }), { exact: true }).waitFor();
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", expectedProblems: /status of 409 .*\/teams/ });

  test("two people change a team at once", async ({ app }) => {
    const { page, open, words, api, locale } = app;
    const name = `Équipe Tilleul ${locale} ${Date.now()}`;
    const { data: people } = await api.get<{ data: { api_id: string }[] }>("/users?status=active");
    const users = people.slice(0, 2).map((user) => user.api_id);
    const body = { name, representative: users[0], users };
    const { data: team } = await api.send<{ data: Team }>("POST", "/teams", body);
    try {
      await open(`/admin/teams/${team.api_id}/edit`);
      await page.getByLabel(words("teams.field.name")).first().fill(`${name} A`);
      await api.send("PATCH", `/teams/${team.api_id}`, { name: `${name} B`, version: 1 });
      await page.getByRole("button", { name: words("form.save"), exact: true }).click();
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
    const { page, open, words } = app;
    await open("/teams");
    const card = page.getByRole("listitem").filter({ hasText: DEMO_TEAM }).first();
    await card.getByText(words("teams.field.representative")).waitFor();
    await card.getByText("Émilie Fortin").waitFor();
    const work = card.getByRole("list", { name: words("teams.work_of", { name: DEMO_TEAM }) });
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
    const { page, open, words } = app;
    await open("/teams");
    await page.getByRole("img", { name: /240|h/ }).first().waitFor();
    await page.getByText(words("teams.mrr")).first().waitFor();
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ role: "employee", locale: "fr-CA", viewport: { width: 390, height: 850 } });

  test("an employee learns the names of teams", async ({ app }) => {
    const { page, open, words } = app;
    await open("/teams");
    await page.getByRole("heading", { level: 2, name: DEMO_TEAM }).waitFor();
    await expect(page.getByText(words("teams.field.representative"), { exact: true })).toHaveCount(
      0,
    );
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
  });
});
