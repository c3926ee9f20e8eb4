// People elsewhere in the product: tied to Teamwork from their form, found as givers, and led to from their figures.
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type Scene,
  scenario,
} from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";
import { hasFocus, settled } from "../harness/settled.ts";

interface Person {
  api_id: string;
  name: string;
  user: { api_id: string } | null;
  teamwork_user_id: string | null;
}

interface TeamworkPerson {
  external_id: string;
  name: string;
}

interface Award {
  message: string;
  giver: { api_id: string; name: string };
  receiver: { api_id: string; name: string };
}

async function read<Row>({ api }: Scene, path: string): Promise<Row> {
  return (await api.get<{ data: Row }>(path)).data;
}

async function hire({ api }: Scene): Promise<Person> {
  const body = {
    first_name: "Ïsa",
    last_name: `Trêve ${Date.now()}`,
    email: `${randomUUID()}@regie.example`,
    started_on: "2024-03-04",
    capacity_hours_week: "35.00",
  };
  return (await api.send<{ data: Person }>("POST", "/employees", body)).data;
}

/** Somebody in Teamwork whom no employee is; set free from theirs for as long as the test runs where all are taken. */
async function freePerson(scene: Scene): Promise<[TeamworkPerson, () => Promise<void>]> {
  const [free] = await read<TeamworkPerson[]>(scene, "/teamwork-users?linked=false");
  if (free) return [free, async () => undefined];
  // The last by name: other tests are about the first ones.
  const [taken] = await read<TeamworkPerson[]>(scene, "/teamwork-users?linked=true&sort=-name");
  if (!taken) throw new Error("Nobody in Teamwork");
  const all = await read<Person[]>(scene, "/employees?per_page=100");
  const owner = all.find((one) => one.teamwork_user_id === taken.external_id);
  const tie = (id: string | null) =>
    scene.api.send("PATCH", `/employees/${owner?.api_id ?? ""}`, { teamwork_user_id: id });
  await tie(null);
  return [taken, async () => void (await tie(taken.external_id))];
}

const save = ({ page, words }: Scene) =>
  page.getByRole("button", { name: words("form.save"), exact: true }).click();

for (const locale of LOCALES) {
  scenario(
    `somebody is tied to Teamwork from their form and let go again, ${locale}`,
    { as: "admin", locale },
    async (scene) => {
      const { page, open, words, api, shot } = scene;
      const person = await hire(scene);
      const [teamwork, putBack] = await freePerson(scene);
      const path = `/admin/employees/${person.api_id}`;
      const tied = async () =>
        (await read<Person>(scene, `/employees/${person.api_id}`)).teamwork_user_id;
      const field = page.getByRole("combobox", {
        name: words("employees.field.teamwork_user_id"),
      });
      try {
        await open(`${path}/edit`);
        await field.fill(teamwork.name);
        await page.getByRole("option", { name: teamwork.name }).first().click();
        await shot(`employee tied to teamwork ${locale}`);
        await expectAccessible(page);
        await save(scene);
        await page.waitForURL(/\/view$/);
        expect(await tied()).toBe(teamwork.external_id);
        const sources = page.getByRole("link", { name: /Teamwork/ });
        await sources.first().waitFor();
        const matched = await api.get<{ data: { external_id: string }[] }>(
          "/teamwork-users?linked=true&per_page=100",
        );
        expect(matched.data.map((one) => one.external_id)).toContain(teamwork.external_id);

        await open(`${path}/edit`);
        await expect.poll(() => field.inputValue()).toBe(teamwork.name);
        await field.fill("");
        await field.press("Tab");
        await save(scene);
        await page.waitForURL(/\/view$/);
        expect(await tied()).toBeNull();
        await open("/employees");
      } finally {
        await api.send("PATCH", `/employees/${person.api_id}`, { teamwork_user_id: null });
        await api.send("DELETE", `/employees/${person.api_id}`);
        await putBack();
      }
    },
  );

  scenario(
    `the wall shows what one person gave, ${locale}`,
    { as: "employee", locale, width: 390, height: 844 },
    async (scene) => {
      const { page, open, words, shot } = scene;
      const [award] = await read<Award[]>(scene, "/awards?per_page=100");
      if (!award) throw new Error("Nothing was given");
      const given = await read<Award[]>(scene, `/awards?per_page=100&giver=${award.giver.api_id}`);
      await open("/recognition");
      const filters = page.getByRole("button", { name: words("table.filters") });
      await filters.press("Enter");
      const giver = page.getByRole("combobox", { name: words("recognition.field.giver") });
      await giver.fill(award.giver.name);
      await expect
        .poll(() => page.getByRole("listbox").getByRole("option").allInnerTexts())
        .toEqual([award.giver.name]);
      await expectNoSidewaysScroll(page);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForURL(/giver=/);
      await settled(page);
      await expect.poll(() => giver.inputValue()).toBe(award.giver.name);
      await hasFocus(giver);
      await page.keyboard.press("Escape");
      await giver.waitFor({ state: "hidden" });
      await hasFocus(filters);
      const cards = page
        .getByRole("list", { name: words("recognition.title") })
        .getByRole("listitem");
      await expect.poll(() => cards.count()).toBe(Math.min(given.length, 10));
      await shot(`what somebody gave ${locale}`);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    },
  );

  scenario(
    `how far somebody's goals are leads to those goals, ${locale}`,
    { as: "admin", locale },
    async (scene) => {
      const { page, open, words } = scene;
      const me = (await read<{ employee: Person }>(scene, "/me")).employee.api_id;
      await open(`/employees/${me}/view?tab=figures`);
      const figure = words("statistics.person.goal_attainment.label");
      await page.getByRole("link", { name: words("statistics.rows_of", { figure }) }).click();
      await page.waitForURL(/\/goals\?/);
      await settled(page);
      const all = page.getByRole("tab", { name: words("goals.tab.all"), exact: true });
      expect(await all.getAttribute("aria-selected")).toBe("true");
      expect(new URL(page.url()).searchParams.get("visibility")).toBe("team,everyone");
      await expectAccessible(page);
    },
  );

  scenario(
    `of a colleague everyone sees what they received and goals that are open, ${locale}`,
    { as: "employee", locale },
    async (scene) => {
      const { page, open, words } = scene;
      const [award] = await read<Award[]>(scene, "/awards?per_page=100&visibility=everyone");
      if (!award) throw new Error("Nothing was given");
      await open(`/employees/${award.receiver.api_id}/view`);
      const tabs = page.getByRole("tab");
      await expect
        .poll(() => tabs.allInnerTexts())
        .toEqual([words("shell.nav.recognition"), words("employees.tab.goals")]);
      await page.getByText(award.message).waitFor();
      await expectAccessible(page);
      await tabs.last().click();
      await page.waitForURL(/tab=goals/);
      await settled(page);
      await expectAccessible(page);
    },
  );

  scenario(
    `a screen that is not for one says which it is, ${locale}`,
    { as: "employee", locale, expected: /status of 403/ },
    async ({ page, open, words }) => {
      await open("/choices");
      await page.getByText(words("ui.forbidden.title")).waitFor();
      const headings = page.getByRole("heading", { level: 1 });
      expect(await headings.allInnerTexts()).toEqual([words("enum_options.title")]);
      await expectAccessible(page);
    },
  );
}
