// People of the agency: added, sent on leave, handed over and let go by administrators; kept up to date by themselves.
import { randomUUID } from "node:crypto";
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

interface Employee {
  api_id: string;
  name: string;
  status: string;
  phone: string | null;
  version: number;
  manager: { name: string } | null;
  cost_rate: { amount: string; currency: string } | null;
  leaves: { starts_on: string; ends_on: string | null }[];
}

const MANAGER = "Zoé St-Pierre";
const HEIR = "Chloé D'Amours";
const COLLEAGUE = "Anaïs L'Écuyer";

const heading = ({ page }: Scene, name: string) => page.getByRole("heading", { level: 1, name });

const read = async ({ api }: Scene, id: string) =>
  (await api.get<{ data: Employee }>(`/employees/${id}`)).data;

const idOf = ({ page }: Scene) => new URL(page.url()).pathname.split("/").at(-2) ?? "";

async function fill({ page, words }: Scene, field: string, value: string): Promise<void> {
  const label = words(`employees.field.${field}`);
  await page.getByRole("textbox", { name: label }).first().fill(value);
}

/** Picks somebody by a part of their name. */
async function pick({ page }: Scene, label: string, typed: string, name: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).fill(typed);
  await page.getByRole("option", { name, exact: true }).click();
}

async function choose({ page, words }: Scene, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: words("ui.more_actions", { name }) }).click();
  await page.getByRole("menuitem", { name: words(action), exact: true }).click();
}

async function findByName({ api }: Scene, name: string): Promise<Employee> {
  const search = encodeURIComponent(name);
  const found = await api.get<{ data: Employee[] }>(`/employees?search=${search}`);
  return found.data[0] as Employee;
}

async function add(scene: Scene, last: string): Promise<string> {
  const { page, words } = scene;
  await fill(scene, "first_name", "Béatrice");
  await fill(scene, "last_name", last);
  await fill(scene, "email", `${randomUUID()}@regie.example`);
  await fill(scene, "started_on", "2024-03-04");
  await pick(scene, words("employees.field.manager"), "zoe", MANAGER);
  await fill(scene, "cost_rate", scene.locale === "fr-ca" ? "62,50" : "62.50");
  const currency = page.getByRole("combobox", { name: words("employees.field.cost_currency") });
  await currency.selectOption("CAD");
  await page.getByRole("button", { name: words("employees.create"), exact: true }).click();
  await heading(scene, `Béatrice ${last}`).waitFor();
  return idOf(scene);
}

for (const locale of LOCALES) {
  scenario(
    `somebody is added, goes on leave and leaves, ${locale}`,
    // A last day in the future is refused once.
    { as: "admin", locale, expected: /status of 422 .*\/departed-employees/ },
    async (scene) => {
      const { page, open, words, shot } = scene;
      const last = `Œuvrard ${Date.now()}`;
      const name = `Béatrice ${last}`;
      await open("/admin/employees");
      await page.getByText(MANAGER).first().waitFor();
      await shot(`employees ${locale}`);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.getByRole("link", { name: words("employees.new") }).click();
      await heading(scene, words("employees.new")).waitFor();
      await page.getByRole("button", { name: words("employees.create"), exact: true }).click();
      await page.getByText(words("validation.required")).first().waitFor();
      await shot(`employee form ${locale}`);
      await expectAccessible(page);
      const id = await add(scene, last);
      const made = await read(scene, id);
      expect(made.manager?.name).toBe(MANAGER);
      expect(made.cost_rate).toEqual({ amount: "62.50", currency: "CAD" });

      await page.getByRole("button", { name: words("employees.leave.add") }).click();
      const leave = page.getByRole("dialog", { name: words("employees.leave.add") });
      await leave.getByRole("textbox").first().fill("2026-11-02");
      await leave.getByRole("button", { name: words("form.create"), exact: true }).click();
      await leave.waitFor({ state: "hidden" });
      await expect.poll(async () => (await read(scene, id)).status).toBe("on_leave");
      await shot(`employee ${locale}`);
      await expectNoSidewaysScroll(page);
      await expectNothingCut(page);
      await expectAccessible(page);
      await showScheme(page, "dark");
      await shot(`employee ${locale} dark`);
      await expectAccessible(page);
      await showScheme(page, "light");

      await choose(scene, name, "employees.depart.action");
      const dialog = page.getByRole("dialog", { name: words("employees.depart.title", { name }) });
      await dialog.getByText(words("employees.holdings.none")).waitFor();
      const day = dialog.getByRole("textbox", { name: words("employees.field.ended_on") });
      const today = await day.inputValue();
      await day.fill("2199-01-01");
      const confirm = dialog.getByRole("button", { name: words("employees.depart.action") });
      await confirm.click();
      await dialog.getByText(/still to come|encore à venir/).waitFor();
      await shot(`departure ${locale}`);
      await expectAccessible(page);
      await day.fill(today);
      await pick(scene, words("employees.depart.heir"), "damours", HEIR);
      await confirm.click();
      await page.getByText(words("employees.depart.done", { name }), { exact: true }).waitFor();
      expect((await read(scene, id)).status).toBe("left");

      await choose(scene, name, "employees.return.action");
      await expect.poll(async () => (await read(scene, id)).status).toBe("on_leave");
      await choose(scene, name, "employees.delete.action");
      const asked = page.getByRole("dialog", { name: words("employees.delete.title", { name }) });
      await asked
        .getByRole("button", { name: words("employees.delete.action"), exact: true })
        .click();
      await heading(scene, words("employees.title")).waitFor();
    },
  );

  scenario(
    `two people change somebody at once, ${locale}`,
    { as: "admin", locale, expected: /status of 409 .*\/employees/ },
    async (scene) => {
      const { page, open, words, api } = scene;
      const { api_id: id, version } = await findByName(scene, COLLEAGUE);
      await open(`/admin/employees/${id}/edit`);
      await fill(scene, "phone", "514 555-0001");
      const theirs = `418 555-${Date.now() % 10_000}`;
      await api.send("PATCH", `/employees/${id}`, { phone: theirs, version });
      await page.getByRole("button", { name: words("form.save"), exact: true }).click();
      await page.getByText(theirs).first().waitFor();
      await expectAccessible(page);
      expect((await read(scene, id)).phone).toBe(theirs);
    },
  );

  scenario(
    `people keep their own record up to date and see a directory of the others, ${locale}`,
    { as: "employee", locale },
    async (scene) => {
      const { page, open, words, shot, api } = scene;
      const me = await api.get<{ data: { employee: { api_id: string } } }>("/me");
      const id = me.data.employee.api_id;
      await open("/profile");
      await page.getByRole("link", { name: words("profile.employee.open") }).click();
      await page.waitForURL(`**/employees/${id}/edit`);
      expect(await page.getByRole("textbox").count()).toBeLessThan(4);
      const phone = `581 555-${(Date.now() % 9000) + 1000}`;
      await fill(scene, "phone", phone);
      await shot(`own record ${locale}`);
      await expectAccessible(page);
      await page.getByRole("button", { name: words("form.save"), exact: true }).click();
      await page.waitForURL(`**/employees/${id}/view`);
      await page.getByText(phone).first().waitFor();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);

      await open("/employees");
      await page.getByRole("searchbox").fill("lecuyer");
      await page.getByRole("link", { name: COLLEAGUE }).click();
      await heading(scene, COLLEAGUE).waitFor();
      await shot(`directory ${locale}`);
      expect(await page.getByText(words("employees.field.manager")).count()).toBe(0);
      expect(await page.getByRole("link", { name: words("employees.edit") }).count()).toBe(0);
      await expectAccessible(page);
    },
  );
}
