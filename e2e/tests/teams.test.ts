// Teams: made by the administrators from a search of people, seen by everyone with as much as their rights open.
import { expect } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
  type Scene,
  scenario,
  showScheme,
} from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";

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

const heading = ({ page }: Scene, name: string) => page.getByRole("heading", { level: 1, name });

const read = async ({ api }: Scene, id: string) =>
  (await api.get<{ data: Team }>(`/teams/${id}`)).data;

const idOf = ({ page }: Scene) => new URL(page.url()).pathname.split("/").at(-2) ?? "";

/** Picks somebody by a part of their name, with the keyboard alone. */
async function pick({ page, words }: Scene, field: string, typed: string, name: string) {
  const box = page.getByRole("combobox", { name: words(`teams.field.${field}`) });
  await box.click();
  await box.fill(typed);
  await expect.poll(() => page.getByRole("option").first().textContent()).toBe(name);
  await box.press("ArrowDown");
  await box.press("Enter");
}

async function choose({ page, words }: Scene, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: words("ui.more_actions", { name }) }).click();
  await page.getByRole("menuitem", { name: words(action), exact: true }).click();
}

for (const locale of LOCALES) {
  scenario(
    `a team is made, changed, put away and deleted, ${locale}`,
    // A representative who is no member is refused once.
    { as: "admin", locale, expected: /status of 422 .*\/teams/ },
    async (scene) => {
      const { page, open, words, shot } = scene;
      const name = `Équipe Mélèze ${locale} ${Date.now()}`;
      await open("/admin/teams");
      await page.getByRole("link", { name: words("teams.new") }).click();
      await heading(scene, words("teams.new")).waitFor();
      const save = page.getByRole("button", { name: words("teams.create"), exact: true });
      await save.click();
      await page.getByText(words("teams.members_needed")).first().waitFor();
      await expectAccessible(page);
      await page.getByLabel(words("teams.field.name")).first().fill(name);
      await pick(scene, "users", "cote", JOINS);
      await pick(scene, "representative", "maelle", SPEAKS);
      await save.click();
      await page
        .getByText(/must be one of the members|doit être membre/)
        .first()
        .waitFor();
      await shot(`team form ${locale}`);
      await expectAccessible(page);
      await pick(scene, "users", "maelle", SPEAKS);
      await page.getByText(SPEAKS, { exact: true }).first().waitFor();
      await save.click();
      await heading(scene, name).waitFor();
      const made = await read(scene, idOf(scene));
      expect(made.representative?.name).toBe(SPEAKS);
      expect(made.users.map((user) => user.name)).toEqual([SPEAKS, JOINS]);

      const members = page.getByRole("list", { name: words("teams.members_of", { name }) });
      const first = members.getByRole("listitem").first();
      await first.getByText(SPEAKS).waitFor();
      await first.getByText(words("teams.field.representative")).waitFor();
      await shot(`team ${locale}`);
      await expectNoSidewaysScroll(page);
      await expectNothingCut(page);
      await expectAccessible(page);
      await page.getByRole("tab", { name: words("teams.tab.figures") }).click();
      await page.getByText(words("teams.figure.available_hours.label")).first().waitFor();
      await shot(`team figures ${locale}`);
      await expectAccessible(page);
      await showScheme(page, "dark");
      await expectAccessible(page);

      await page.getByRole("link", { name: words("teams.edit"), exact: true }).click();
      await page.getByRole("button", { name: words("form.tags.remove", { tag: JOINS }) }).click();
      await page.getByRole("button", { name: words("form.save"), exact: true }).click();
      await page.waitForURL("**/view");
      await expect
        .poll(async () => (await read(scene, made.api_id)).users.map((user) => user.name))
        .toEqual([SPEAKS]);

      await choose(scene, name, "teams.archive.action");
      await page.getByText(words("teams.archive.done", { name }), { exact: true }).waitFor();
      await choose(scene, name, "teams.delete.action");
      const dialog = page.getByRole("dialog", { name: words("teams.delete.title", { name }) });
      await dialog.getByRole("button", { name: words("teams.delete.action"), exact: true }).click();
      await heading(scene, words("teams.title")).waitFor();
      await page.getByText(words("teams.delete.done", { name }), { exact: true }).waitFor();
    },
  );

  scenario(`two people change a team at once, ${locale}`, conflicting(locale), async (scene) => {
    const { page, open, words, api } = scene;
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
      expect((await read(scene, team.api_id)).name).toBe(`${name} B`);
    } finally {
      await api.send("DELETE", `/teams/${team.api_id}`);
    }
  });

  scenario(
    `an account manager sees teams and their people, ${locale}`,
    seenBy("account_manager", locale),
    async (scene) => {
      const { page, open, words, shot } = scene;
      await open("/teams");
      const card = page.getByRole("listitem").filter({ hasText: DEMO_TEAM }).first();
      await card.getByText(words("teams.field.representative")).waitFor();
      await card.getByText("Émilie Fortin").waitFor();
      const work = card.getByRole("list", { name: words("teams.work_of", { name: DEMO_TEAM }) });
      await shot(`teams ${locale}`);
      await expectNoSidewaysScroll(page);
      await expectNothingCut(page);
      await expectAccessible(page);
      await page.getByRole("searchbox").fill("boreale");
      await expect.poll(() => page.getByRole("heading", { level: 2 }).count()).toBe(1);
      await work.getByRole("link").first().click();
      await page.waitForURL(/\/clients\?team=/);
      await page.getByRole("link", { name: /./ }).first().waitFor();
    },
  );

  scenario(
    `a financial manager sees how busy teams are, ${locale}`,
    seenBy("financial_manager", locale),
    async (scene) => {
      const { page, open, words, shot } = scene;
      await open("/teams");
      await page.getByRole("img", { name: /240|h/ }).first().waitFor();
      await page.getByText(words("teams.mrr")).first().waitFor();
      await shot(`teams busy ${locale}`);
      await expectAccessible(page);
    },
  );

  scenario(
    `an employee learns the names of teams, ${locale}`,
    { as: "employee", locale, width: 390 },
    async (scene) => {
      const { page, open, words, shot } = scene;
      await open("/teams");
      await page.getByRole("heading", { level: 2, name: DEMO_TEAM }).waitFor();
      expect(
        await page.getByText(words("teams.field.representative"), { exact: true }).count(),
      ).toBe(0);
      await shot(`teams employee ${locale}`);
      await expectNoSidewaysScroll(page);
      await expectNothingCut(page);
      await expectAccessible(page);
    },
  );
}

function conflicting(locale: (typeof LOCALES)[number]) {
  return { as: "admin", locale, expected: /status of 409 .*\/teams/ } as const;
}

function seenBy(as: "account_manager" | "financial_manager", locale: (typeof LOCALES)[number]) {
  return { as, locale } as const;
}
