// People elsewhere in the product: tied to Teamwork from their form, found as givers, and led to from their figures.
import { randomUUID } from "node:crypto";
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { expectFocus, pageReady } from "../support/ready.ts";
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

async function hire({ api }: App): Promise<Person> {
  const body = {
    first_name: "Ïsa",
    last_name: `Trêve ${Date.now()}`,
    email: `${randomUUID()}@regie.example`,
    started_on: "2024-03-04",
    capacity_hours_week: "35.00",
  };
  return (await api.send<{ data: Person }>("POST", "/employees", body)).data;
}

/** A person in Teamwork without an employee; where all are linked, one is unlinked for the time of the test. */
async function freePerson(app: App): Promise<[TeamworkPerson, () => Promise<void>]> {
  const [free] = await read<TeamworkPerson[]>(app, "/teamwork-users?linked=false");
  if (free) return [free, async () => undefined];
  // The last by name: other tests are about the first ones.
  const [taken] = await read<TeamworkPerson[]>(app, "/teamwork-users?linked=true&sort=-name");
  if (!taken) throw new Error("No person in Teamwork");
  const all = await read<Person[]>(app, "/employees?per_page=100");
  const owner = all.find((one) => one.teamwork_user_id === taken.external_id);
  const tie = (id: string | null) =>
    app.api.send("PATCH", `/employees/${owner?.api_id ?? ""}`, { teamwork_user_id: id });
  await tie(null);
  return [taken, async () => void (await tie(taken.external_id))];
}

const save = ({ page, words }: App) =>
  page.getByRole("button", { name: words("form.save"), exact: true }).click();

test.describe(() => {
  test.use({ role: "admin" });

  test("an employee is linked to Teamwork and unlinked again", async ({ app }) => {
    const { page, open, words, api } = app;
    const person = await hire(app);
    const [teamwork, putBack] = await freePerson(app);
    const path = `/admin/employees/${person.api_id}`;
    const tied = async () =>
      (await read<Person>(app, `/employees/${person.api_id}`)).teamwork_user_id;
    const field = page.getByRole("combobox", {
      name: words("employees.field.teamwork_user_id"),
    });
    try {
      await open(`${path}/edit`);
      await field.fill(teamwork.name);
      await page.getByRole("option", { name: teamwork.name }).first().click();
      await expectAccessible(page);
      await save(app);
      await page.waitForURL(/\/view$/);
      expect(await tied()).toBe(teamwork.external_id);
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
      expect(await tied()).toBeNull();
      await open("/employees");
    } finally {
      await api.send("PATCH", `/employees/${person.api_id}`, { teamwork_user_id: null });
      await api.send("DELETE", `/employees/${person.api_id}`);
      await putBack();
    }
  });
});

test.describe(() => {
  test.use({ role: "employee", viewport: { width: 390, height: 844 } });

  test("the wall shows what one person gave", async ({ app }) => {
    const { page, open, words } = app;
    const [award] = await read<Award[]>(app, "/awards?per_page=100");
    if (!award) throw new Error("Nothing was given");
    const given = await read<Award[]>(app, `/awards?per_page=100&giver=${award.giver.api_id}`);
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
    await pageReady(page);
    await expect(giver).toHaveValue(award.giver.name);
    await expectFocus(giver);
    await page.keyboard.press("Escape");
    await giver.waitFor({ state: "hidden" });
    await expectFocus(filters);
    const cards = page
      .getByRole("list", { name: words("recognition.title") })
      .getByRole("listitem");
    await expect(cards).toHaveCount(Math.min(given.length, 10));
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("the goal attainment of a person leads to the goals", async ({ app }) => {
    const { page, open, words } = app;
    const me = (await read<{ employee: Person }>(app, "/me")).employee.api_id;
    await open(`/employees/${me}/view?tab=figures`);
    const figure = words("statistics.person.goal_attainment.label");
    await page.getByRole("link", { name: words("statistics.rows_of", { figure }) }).click();
    await page.waitForURL(/\/goals\?/);
    await pageReady(page);
    const all = page.getByRole("tab", { name: words("goals.tab.all"), exact: true });
    await expect(all).toHaveAttribute("aria-selected", "true");
    expect(new URL(page.url()).searchParams.get("visibility")).toBe("team,everyone");
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("of a colleague everyone sees what they received and goals that are open", async ({
    app,
  }) => {
    const { page, open, words } = app;
    const [award] = await read<Award[]>(app, "/awards?per_page=100&visibility=everyone");
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
    await pageReady(page);
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ role: "employee", expectedProblems: /status of 403/ });

  test("a screen that is not for one says which it is", async ({ page, open, words }) => {
    await open("/choices");
    await page.getByText(words("ui.forbidden.title")).waitFor();
    const headings = page.getByRole("heading", { level: 1 });
    expect(await headings.allInnerTexts()).toEqual([words("enum_options.title")]);
    await expectAccessible(page);
  });
});
