// Tests employees: added, on leave and offboarded by administrators; own record edited by the employee.
import { randomUUID } from "node:crypto";
import {
  emulateScheme,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ locale: "fr-CA" });

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
const SUCCESSOR = "Chloé D'Amours";
const COLLEAGUE = "Anaïs L'Écuyer";

const heading = ({ page }: App, name: string) => page.getByRole("heading", { level: 1, name });

const read = async ({ api }: App, id: string) =>
  (await api.get<{ data: Employee }>(`/employees/${id}`)).data;

const employeeId = ({ page }: App) => new URL(page.url()).pathname.split("/").at(-2) ?? "";

async function fill({ page, t }: App, field: string, value: string): Promise<void> {
  const label = t(`employees.field.${field}`);
  await page.getByRole("textbox", { name: label }).first().fill(value);
}

/** Selects an employee by part of the name. */
async function selectEmployee(
  { page }: App,
  label: string,
  query: string,
  name: string,
): Promise<void> {
  await page.getByRole("combobox", { name: label }).fill(query);
  await page.getByRole("option", { name, exact: true }).click();
}

async function choose({ page, t }: App, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: t("ui.more_actions", { name }) }).click();
  await page.getByRole("menuitem", { name: t(action), exact: true }).click();
}

async function findByName({ api }: App, name: string): Promise<Employee> {
  const search = encodeURIComponent(name);
  const results = await api.get<{ data: Employee[] }>(`/employees?search=${search}`);
  return results.data[0] as Employee;
}

async function add(app: App, last: string): Promise<string> {
  const { page, t } = app;
  await fill(app, "first_name", "Béatrice");
  await fill(app, "last_name", last);
  await fill(app, "email", `${randomUUID()}@regie.example`);
  await fill(app, "started_on", "2024-03-04");
  await selectEmployee(app, t("employees.field.manager"), "zoe", MANAGER);
  await fill(app, "cost_rate", app.locale === "fr-ca" ? "62,50" : "62.50");
  const currency = page.getByRole("combobox", { name: t("employees.field.cost_currency") });
  await currency.selectOption("CAD");
  await page.getByRole("button", { name: t("employees.create"), exact: true }).click();
  await heading(app, `Béatrice ${last}`).waitFor();
  return employeeId(app);
}

test.describe(() => {
  // One last day in the future is refused.
  test.use({ role: "admin", expectedProblems: /status of 422 .*\/departed-employees/ });

  test("an employee is added, goes on leave and leaves", async ({ app }) => {
    const { page, open, t } = app;
    const last = `Œuvrard ${Date.now()}`;
    const name = `Béatrice ${last}`;
    await open("/admin/employees");
    await page.getByText(MANAGER).first().waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole("link", { name: t("employees.new") }).click();
    await heading(app, t("employees.new")).waitFor();
    await page.getByRole("button", { name: t("employees.create"), exact: true }).click();
    await page.getByText(t("validation.required")).first().waitFor();
    await expectAccessible(page);
    const id = await add(app, last);
    const created = await read(app, id);
    expect(created.manager?.name).toBe(MANAGER);
    expect(created.cost_rate).toEqual({ amount: "62.50", currency: "CAD" });

    await page.getByRole("button", { name: t("employees.leave.add") }).click();
    const leave = page.getByRole("dialog", { name: t("employees.leave.add") });
    await leave.getByRole("textbox").first().fill("2026-11-02");
    await leave.getByRole("button", { name: t("form.create"), exact: true }).click();
    await leave.waitFor({ state: "hidden" });
    await expect.poll(async () => (await read(app, id)).status).toBe("on_leave");
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
    await emulateScheme(page, "dark");
    await expectAccessible(page, "contrast");
    await emulateScheme(page, "light");

    await choose(app, name, "employees.depart.action");
    const dialog = page.getByRole("dialog", { name: t("employees.depart.title", { name }) });
    await dialog.getByText(t("employees.responsibilities.none")).waitFor();
    const day = dialog.getByRole("textbox", { name: t("employees.field.ended_on") });
    const today = await day.inputValue();
    await day.fill("2199-01-01");
    const confirm = dialog.getByRole("button", {
      name: t("employees.depart.action"),
      exact: true,
    });
    await confirm.click();
    await dialog.getByText(/in the future|à venir/).waitFor();
    await expectAccessible(page);
    await day.fill(today);
    await selectEmployee(app, t("employees.depart.successor"), "damours", SUCCESSOR);
    await confirm.click();
    await page.getByText(t("employees.depart.done", { name }), { exact: true }).waitFor();
    expect((await read(app, id)).status).toBe("left");

    await choose(app, name, "employees.return.action");
    await expect.poll(async () => (await read(app, id)).status).toBe("on_leave");
    await choose(app, name, "employees.delete.action");
    const requested = page.getByRole("dialog", { name: t("employees.delete.title", { name }) });
    await requested
      .getByRole("button", { name: t("employees.delete.action"), exact: true })
      .click();
    await heading(app, t("employees.title")).waitFor();
  });
});

test.describe(() => {
  test.use({ role: "admin", expectedProblems: /status of 409 .*\/employees/ });

  test("two people change an employee at once", async ({ app }) => {
    const { page, open, t, api } = app;
    const { api_id: id, version } = await findByName(app, COLLEAGUE);
    await open(`/admin/employees/${id}/edit`);
    await fill(app, "phone", "514 555-0001");
    const theirs = `418 555-${Date.now() % 10_000}`;
    await api.send("PATCH", `/employees/${id}`, { phone: theirs, version });
    await page.getByRole("button", { name: t("form.save"), exact: true }).click();
    await page.getByText(theirs).first().waitFor();
    await expectAccessible(page);
    expect((await read(app, id)).phone).toBe(theirs);
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("employees edit their own record and see the directory", async ({ app }) => {
    const { page, open, t, api } = app;
    const user = await api.get<{ data: { employee: { api_id: string } } }>("/me");
    const id = user.data.employee.api_id;
    await open("/profile");
    await page.getByRole("link", { name: t("profile.employee.open") }).click();
    await page.waitForURL(`**/employees/${id}/edit`);
    expect(await page.getByRole("textbox").count()).toBeLessThan(4);
    const phone = `581 555-${(Date.now() % 9000) + 1000}`;
    await fill(app, "phone", phone);
    await expectAccessible(page);
    await page.getByRole("button", { name: t("form.save"), exact: true }).click();
    await page.waitForURL(`**/employees/${id}/view`);
    await page.getByText(phone).first().waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await open("/employees");
    await page.getByRole("searchbox").fill("lecuyer");
    await page.getByRole("link", { name: COLLEAGUE }).click();
    await heading(app, COLLEAGUE).waitFor();
    await expect(page.getByText(t("employees.field.manager"))).toHaveCount(0);
    await expect(page.getByRole("link", { name: t("employees.edit") })).toHaveCount(0);
    await expectAccessible(page);
  });
});
