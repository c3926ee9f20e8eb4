// Tests users as administrators manage them: from the invitation to the activity log.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Account, becomeNewUser } from "../support/accounts.ts";
import { Api, type Role } from "../support/api.ts";
import { findMailedLink } from "../support/mail.ts";
import { expectAccessible } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Entry {
  action: string;
  actor: { name: string } | null;
  real_actor: { name: string } | null;
}

const SUCCESSOR = "Sarah McAllister";

const heading = ({ page }: App, name: string) => page.getByRole("heading", { level: 1, name });

const expectText = ({ page, t }: App, key: string, values?: Record<string, string>) =>
  page.getByText(t(key, values), { exact: true }).waitFor();

/** Accepts an invitation in another browser; this window stays the administrator's. */
async function addColleague(app: App, role: Role): Promise<Account> {
  const context = await app.openContext("super_admin");
  return becomeNewUser({ ...app, context, api: new Api(context, app.server) }, role);
}

async function choose({ page, t }: App, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: t("ui.more_actions", { name }) }).click();
  await page.getByRole("menuitem", { name: t(action), exact: true }).click();
}

async function readLog(app: App, id: string): Promise<Entry[]> {
  return (await app.api.get<{ data: Entry[] }>(`/activity?person=${id}&per_page=100`)).data;
}

async function openPerson(app: App, { api_id, name }: Account): Promise<void> {
  await app.open(`/admin/users/${api_id}/view`);
  await heading(app, name).waitFor();
}

test.describe(() => {
  test.use({ role: "super_admin" });

  test("an invitation reaches its person", async ({ app }) => {
    const { page, open, t, server } = app;
    const email = `invited-${randomUUID()}@regie.example`;
    await open("/admin/users");
    await page.getByRole("link", { name: t("users.new") }).click();
    await heading(app, t("users.new")).waitFor();
    await page.getByLabel(t("users.field.first_name")).fill("Béatrice");
    await page.getByLabel(t("users.field.last_name")).last().fill("Œuvrard");
    await page.getByLabel(t("users.field.email")).fill(email);
    const send = page.getByRole("button", { name: t("users.invite"), exact: true });
    await send.click();
    await page.getByText(t("validation.required")).first().waitFor();
    await page.locator('input[type="checkbox"][value="churn_manager"]').check();
    const zone = page.getByRole("combobox", { name: t("users.field.timezone") });
    await zone.fill("vancou");
    await page.getByRole("option", { name: /America \/ Vancouver/ }).click();
    await expectAccessible(page);
    await send.click();
    await heading(app, "Béatrice Œuvrard").waitFor();
    await page.getByText("America / Vancouver").waitFor();
    const link = await findMailedLink(server, email, "/auth/password");
    await choose(app, "Béatrice Œuvrard", "users.resend.action");
    await expectText(app, "users.resend.done", { email });
    await findMailedLink(server, email, "/auth/password", link);

    await choose(app, "Béatrice Œuvrard", "users.delete.action");
    const title = t("users.delete.title", { name: "Béatrice Œuvrard" });
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByRole("button", { name: t("users.delete.action"), exact: true }).click();
    await heading(app, t("users.title")).waitFor();
    await expectText(app, "users.delete.done", { name: "Béatrice Œuvrard" });
  });

  test("roles are changed, and at least one is required", async ({ app }) => {
    const { page, t } = app;
    const person = await addColleague(app, "account_manager");
    await openPerson(app, person);
    await page.getByRole("link", { name: t("users.edit"), exact: true }).click();
    const role = (name: string) => page.locator(`input[type="checkbox"][value="${name}"]`);
    await role("account_manager").uncheck();
    const save = page.getByRole("button", { name: t("form.save"), exact: true });
    await save.click();
    await page.getByText(t("users.roles_needed")).first().waitFor();
    await expectAccessible(page);
    await role("churn_manager").check();
    await save.click();
    await page.waitForURL("**/view");
    await page.getByRole("tab", { name: t("users.tab.access") }).click();
    await page.getByRole("cell").first().waitFor();
    await expectAccessible(page);
    await page.getByRole("tab", { name: t("users.tab.activity") }).click();
    const log = page.getByRole("list", { name: t("activity.title") });
    const change = log.getByRole("listitem").filter({ hasText: t("users.field.roles") });
    await change.first().locator("summary").click();
    await expectAccessible(page);
    await expect.poll(() => new URL(page.url()).searchParams.get("tab")).toBe("activity");
  });

  test("a user is deactivated with a successor, and reactivated", async ({ app }) => {
    const { page, t, api } = app;
    const person = await addColleague(app, "account_manager");
    const client = await api.send<{ data: { api_id: string } }>("POST", "/clients", {
      name: `Relève ${person.api_id}`,
      currency: "CAD",
      account_manager: person.api_id,
    });
    await openPerson(app, person);
    await choose(app, person.name, "users.deactivate.action");
    const title = t("users.deactivate.title", { name: person.name });
    const dialog = page.getByRole("dialog", { name: title });
    const successor = dialog.getByRole("combobox", { name: t("users.deactivate.successor") });
    await successor.fill("Sarah");
    await page.getByRole("option", { name: SUCCESSOR }).click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: t("users.deactivate.action"), exact: true }).click();
    await expectText(app, "users.deactivate.done", { name: person.name });
    const path = `/clients/${client.data.api_id}`;
    const handed = await api.get<{ data: { account_manager: { name: string } } }>(path);
    expect(handed.data.account_manager.name).toBe(SUCCESSOR);

    await choose(app, person.name, "users.reactivate.action");
    await expectText(app, "users.reactivate.done", { name: person.name });
    const back = await api.get<{ data: { roles: string[] } }>(`/users/${person.api_id}`);
    expect(back.data.roles).toEqual(["account_manager"]);
    const actions = (await readLog(app, person.api_id)).map(({ action }) => action);
    expect(actions).toContain("handed_over");
    await api.send("DELETE", path);
  });

  test("impersonation is logged under both names", async ({ app }) => {
    const { page, t, api } = app;
    const person = await addColleague(app, "account_manager");
    // Signing in as another user ends the administrator's session, which must not be a shared one.
    const me = await becomeNewUser(app, "admin");
    await openPerson(app, person);
    await choose(app, person.name, "users.impersonate.action");
    const title = t("users.impersonate.title", { name: person.name });
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByLabel(t("users.impersonate.reason")).fill("Demande 4711");
    await expectAccessible(page);
    const continueButton = dialog.getByRole("button", {
      name: t("users.impersonate.go"),
      exact: true,
    });
    await Promise.all([page.waitForEvent("load"), continueButton.click()]);
    await waitForPage(page);
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/(?:fr-ca\/?)?$/);
    const impersonationPage = await api.get<{
      data: { name: string; impersonator: { name: string } };
    }>("/me");
    expect([impersonationPage.data.name, impersonationPage.data.impersonator.name]).toEqual([
      person.name,
      me.name,
    ]);
    const client = await api.send<{ data: { api_id: string } }>("POST", "/clients", {
      name: `À la place ${person.api_id}`,
      currency: "CAD",
      account_manager: person.api_id,
    });

    await page.getByRole("button", { name: t("shell.impersonation.stop") }).click();
    await page.waitForURL(`**/admin/users/${person.api_id}/view`);
    const entries = await readLog(app, person.api_id);
    const created = entries.find(({ action }) => action === "created");
    expect([created?.actor?.name, created?.real_actor?.name]).toEqual([person.name, me.name]);
    await app.open(`/admin/activity?q=${encodeURIComponent(`À la place ${person.api_id}`)}`);
    await page
      .getByText(t("activity.as", { name: me.name, other: person.name }))
      .first()
      .waitFor();
    await expectAccessible(page);
    await api.send("DELETE", `/clients/${client.data.api_id}`);
  });

  test("the activity log is exported as shown", async ({ app }) => {
    const { page, open, t } = app;
    const person = await addColleague(app, "employee");
    await open(`/admin/activity?q=${person.name}&action=invited`);
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: t("table.export") }).click();
    await page.getByRole("button", { name: t("exports.format.csv") }).click();
    const file = await (await waiting).path();
    const lines = readFileSync(file, "utf8")
      .replace(/^\uFEFF/, "")
      .trim()
      .split(/\r?\n/);
    expect(lines.length).toBeGreaterThan(1);
    const width = lines[0]?.split(/[;,]/).length;
    expect(width).toBe(9);
    expect(lines.slice(1).every((line) => line.includes(person.name))).toBe(true);
    expect(new Set(lines.slice(1).map((line) => line.split(/[;,]/)[3])).size).toBe(1);
  });
});

test.describe(() => {
  test.use({ role: "account_manager" });

  test("an account manager cannot see users", async ({ app }) => {
    const { page, open, t } = app;
    await open("/admin/users");
    await page.getByText(t("ui.forbidden.title"), { exact: true }).waitFor();
    await expect(page.locator("main table")).toHaveCount(0);
    const link = page.getByRole("link", { name: t("shell.nav.admin_users"), exact: true });
    await expect(link).toHaveCount(0);
  });
});
