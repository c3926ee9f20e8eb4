// Tests employees in other features: linked to Teamwork, as givers of recognition, and from their statistics.
import { randomUUID } from "node:crypto";
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { expectFocus, waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

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

async function read<Row>({ api }: App, path: string): Promise<Row> {
  return (await api.get<{ data: Row }>(path)).data;
}

async function createEmployee({ api }: App): Promise<Person> {
  const body = {
    first_name: "Ïsa",
    last_name: `Trêve ${Date.now()}`,
    email: `${randomUUID()}@regie.example`,
    started_on: "2024-03-04",
    capacity_hours_week: "35.00",
  };
  return (await api.send<{ data: Person }>("POST", "/employees", body)).data;
}

/** A Teamwork user without an employee; if all are linked, one is unlinked for the test. */
async function findFreeTeamworkUser(app: App): Promise<[TeamworkPerson, () => Promise<void>]> {
  const [freeUser] = await read<TeamworkPerson[]>(app, "/teamwork-users?linked=false");
  if (freeUser) return [freeUser, async () => undefined];
  // The last by name, because other tests use the first ones.
  const [linkedUser] = await read<TeamworkPerson[]>(app, "/teamwork-users?linked=true&sort=-name");
  if (!linkedUser) throw new Error("No person in Teamwork");
  const all = await read<Person[]>(app, "/employees?per_page=100");
  const owner = all.find((one) => one.teamwork_user_id === linkedUser.external_id);
  const link = (id: string | null) =>
    app.api.send("PATCH", `/employees/${owner?.api_id ?? ""}`, { teamwork_user_id: id });
  await link(null);
  return [linkedUser, async () => void (await link(linkedUser.external_id))];
}

const save = ({ page, t }: App) =>
  page.getByRole("button", { name: t("form.save"), exact: true }).click();

test.describe(() => {
  test.use({ role: "admin" });

  test("an employee is linked to Teamwork and unlinked again", async ({ app }) => {
    const { page, open, t, api } = app;
    const person = await createEmployee(app);
    const [teamwork, restore] = await findFreeTeamworkUser(app);
    const path = `/admin/employees/${person.api_id}`;
    const linkedText = async () =>
      (await read<Person>(app, `/employees/${person.api_id}`)).teamwork_user_id;
    const field = page.getByRole("combobox", {
      name: t("employees.field.teamwork_user_id"),
    });
    try {
      await open(`${path}/edit`);
      await field.fill(teamwork.name);
      await page.getByRole("option", { name: teamwork.name }).first().click();
      await expectAccessible(page);
      await save(app);
      await page.waitForURL(/\/view$/);
      expect(await linkedText()).toBe(teamwork.external_id);
      const sources = page.getByRole("link", { name: /Teamwork/ });
      await sources.first().waitFor();
      const matched = await api.get<{ data: { external_id: string }[] }>(
        "/teamwork-users?linked=true&per_page=100",
      );
      expect(matched.data.map((one) => one.external_id)).toContain(teamwork.external_id);

      await open(`${path}/edit`);
      await expect(field).toHaveValue(teamwork.name);
      await field.fill("");
      await field.press("Tab");
      await save(app);
      await page.waitForURL(/\/view$/);
      expect(await linkedText()).toBeNull();
      await open("/employees");
    } finally {
      await api.send("PATCH", `/employees/${person.api_id}`, { teamwork_user_id: null });
      await api.send("DELETE", `/employees/${person.api_id}`);
      await restore();
    }
  });
});

test.describe(() => {
  test.use({ role: "employee", viewport: { width: 390, height: 844 } });

  test("the wall filters by giver", async ({ app }) => {
    const { page, open, t } = app;
    const [award] = await read<Award[]>(app, "/awards?per_page=100");
    if (!award) throw new Error("Nothing was given");
    const given = await read<Award[]>(app, `/awards?per_page=100&giver=${award.giver.api_id}`);
    await open("/recognition");
    const filters = page.getByRole("button", { name: t("table.filters") });
    await filters.press("Enter");
    const giver = page.getByRole("combobox", { name: t("recognition.field.giver") });
    await giver.fill(award.giver.name);
    await expect
      .poll(() => page.getByRole("listbox").getByRole("option").allInnerTexts())
      .toEqual([award.giver.name]);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/giver=/);
    await waitForPage(page);
    await expect(giver).toHaveValue(award.giver.name);
    await expectFocus(giver);
    await page.keyboard.press("Escape");
    await giver.waitFor({ state: "hidden" });
    await expectFocus(filters);
    const cards = page.getByRole("list", { name: t("recognition.title") }).getByRole("listitem");
    await expect(cards).toHaveCount(Math.min(given.length, 10));
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("a person's goal attainment links to the goals", async ({ app }) => {
    const { page, open, t } = app;
    const me = (await read<{ employee: Person }>(app, "/me")).employee.api_id;
    await open(`/employees/${me}/view?tab=figures`);
    const figure = t("people_figures.field.goal_attainment");
    await page.getByRole("link", { name: t("statistics.rows_of", { figure }) }).click();
    await page.waitForURL(/\/goals\?/);
    await waitForPage(page);
    const all = page.getByRole("tab", { name: t("goals.tab.all"), exact: true });
    await expect(all).toHaveAttribute("aria-selected", "true");
    expect(new URL(page.url()).searchParams.get("visibility")).toBe("team,everyone");
    await expectAccessible(page);
  });
});

interface PersonFigures {
  employee: { name: string };
  figures: Record<string, { value: string | null } | undefined>;
}

test.describe(() => {
  test.use({ role: "admin" });

  test("results by person filter by the target, sort, and open their rows", async ({ app }) => {
    const { page, open, t } = app;
    const days = "from=2026-10-01&to=2026-10-31";
    const below = await read<PersonFigures[]>(
      app,
      `/people-figures?${days}&below_target=true&sort=-hours&per_page=100`,
    );
    const [busiest] = below;
    if (!busiest) throw new Error("Everyone meets their target");
    await open(`/people-figures?${days}`);
    const state = page.getByRole("main").locator("p").getByRole("link").first();
    await expect(state).toContainText(String(below.length));
    await state.click();
    await page.waitForURL(/below_target=/);
    const hours = page.getByRole("button", { name: t("people_figures.field.hours"), exact: true });
    await hours.click();
    await page.waitForURL(/sort=hours/);
    await hours.click();
    await page.waitForURL(/sort=-hours/);
    await waitForPage(page);
    const first = page.getByRole("row").nth(1);
    await first.getByRole("link", { name: busiest.employee.name }).waitFor();
    await expectAccessible(page);
    await first.locator('a[href*="/time-entries"]').first().click();
    await page.waitForURL(/\/time-entries\?/);
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("everyone sees a colleague's recognition and public goals", async ({ app }) => {
    const { page, open, t } = app;
    const [award] = await read<Award[]>(app, "/awards?per_page=100&visibility=everyone");
    if (!award) throw new Error("Nothing was given");
    await open(`/employees/${award.receiver.api_id}/view`);
    const tabs = page.getByRole("tab");
    await expect
      .poll(() => tabs.allInnerTexts())
      .toEqual([t("shell.nav.recognition"), t("employees.tab.goals")]);
    await page.getByText(award.message).waitFor();
    await expectAccessible(page);
    await tabs.last().click();
    await page.waitForURL(/tab=goals/);
    await waitForPage(page);
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ role: "employee", expectedProblems: /status of 403/ });

  test("a forbidden screen shows its title", async ({ page, open, t }) => {
    await open("/choices");
    await page.getByText(t("ui.forbidden.title")).waitFor();
    const headings = page.getByRole("heading", { level: 1 });
    expect(await headings.allInnerTexts()).toEqual([t("enum_options.title")]);
    await expectAccessible(page);
  });
});
