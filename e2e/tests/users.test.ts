// People who sign in, as administrators look after them: from the invitation to the log of it all.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, inject } from "vitest";
import { sharedBrowser } from "../harness/browser.ts";
import { mailLeadingTo } from "../harness/mail.ts";
import { becomeNewcomer, type Newcomer } from "../harness/newcomer.ts";
import { expectAccessible, type Scene, scenario } from "../harness/scenario.ts";
import { Api, LOCALES, type Role } from "../harness/session.ts";
import { settled } from "../harness/settled.ts";

interface Entry {
  action: string;
  actor: { name: string } | null;
  real_actor: { name: string } | null;
}

const HEIR = "Sarah McAllister";

const heading = ({ page }: Scene, name: string) => page.getByRole("heading", { level: 1, name });

const says = ({ page, words }: Scene, key: string, values?: Record<string, string>) =>
  page.getByText(words(key, values), { exact: true }).waitFor();

/** Somebody who has accepted their invitation, in a browser of their own; this window stays the administrator's. */
async function colleague({ house, locale, ...scene }: Scene, role: Role): Promise<Newcomer> {
  const context = await (await sharedBrowser()).newContext();
  try {
    await context.addCookies(inject("sessions").super_admin);
    const api = new Api(context, house);
    return await becomeNewcomer({ ...scene, house, locale, context, api }, role);
  } finally {
    await context.close();
  }
}

async function choose({ page, words }: Scene, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: words("ui.more_actions", { name }) }).click();
  await page.getByRole("menuitem", { name: words(action), exact: true }).click();
}

async function logOf(scene: Scene, id: string): Promise<Entry[]> {
  return (await scene.api.get<{ data: Entry[] }>(`/activity?person=${id}&per_page=100`)).data;
}

async function openPerson(scene: Scene, { api_id, name }: Newcomer): Promise<void> {
  await scene.open(`/admin/users/${api_id}/view`);
  await heading(scene, name).waitFor();
}

for (const locale of LOCALES) {
  const setting = { as: "super_admin", locale } as const;

  scenario(`an invitation reaches its person, ${locale}`, setting, async (scene) => {
    const { page, open, words, house } = scene;
    const email = `invited-${randomUUID()}@regie.example`;
    await open("/admin/users");
    await page.getByRole("link", { name: words("users.new") }).click();
    await heading(scene, words("users.new")).waitFor();
    await page.getByLabel(words("users.field.first_name")).fill("Béatrice");
    await page.getByLabel(words("users.field.last_name")).last().fill("Œuvrard");
    await page.getByLabel(words("users.field.email")).fill(email);
    const send = page.getByRole("button", { name: words("users.invite"), exact: true });
    await send.click();
    await page.getByText(words("validation.required")).first().waitFor();
    await page.locator('input[type="checkbox"][value="churn_manager"]').check();
    const zone = page.getByRole("combobox", { name: words("users.field.timezone") });
    await zone.fill("vancou");
    await page.getByRole("option", { name: /America \/ Vancouver/ }).click();
    await expectAccessible(page);
    await send.click();
    await heading(scene, "Béatrice Œuvrard").waitFor();
    await page.getByText("America / Vancouver").waitFor();
    const { link } = await mailLeadingTo(house, email, "/auth/password");
    await choose(scene, "Béatrice Œuvrard", "users.resend.action");
    await says(scene, "users.resend.done", { email });
    await mailLeadingTo(house, email, "/auth/password", link);

    await choose(scene, "Béatrice Œuvrard", "users.delete.action");
    const title = words("users.delete.title", { name: "Béatrice Œuvrard" });
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByRole("button", { name: words("users.delete.action"), exact: true }).click();
    await heading(scene, words("users.title")).waitFor();
    await says(scene, "users.delete.done", { name: "Béatrice Œuvrard" });
  });

  scenario(`roles are changed, never emptied by a slip, ${locale}`, setting, async (scene) => {
    const { page, words } = scene;
    const person = await colleague(scene, "account_manager");
    await openPerson(scene, person);
    await page.getByRole("link", { name: words("users.edit"), exact: true }).click();
    const role = (name: string) => page.locator(`input[type="checkbox"][value="${name}"]`);
    await role("account_manager").uncheck();
    const save = page.getByRole("button", { name: words("form.save"), exact: true });
    await save.click();
    await page.getByText(words("users.roles_needed")).first().waitFor();
    await expectAccessible(page);
    await role("churn_manager").check();
    await save.click();
    await page.waitForURL("**/view");
    await page.getByRole("tab", { name: words("users.tab.access") }).click();
    await page.getByRole("cell").first().waitFor();
    await expectAccessible(page);
    await page.getByRole("tab", { name: words("users.tab.activity") }).click();
    const log = page.getByRole("list", { name: words("activity.title") });
    const change = log.getByRole("listitem").filter({ hasText: words("activity.field.roles") });
    await change.first().locator("summary").click();
    await expectAccessible(page);
    await expect.poll(() => new URL(page.url()).searchParams.get("tab")).toBe("activity");
  });

  scenario(`who leaves hands over, and may come back, ${locale}`, setting, async (scene) => {
    const { page, words, api } = scene;
    const person = await colleague(scene, "account_manager");
    const client = await api.send<{ data: { api_id: string } }>("POST", "/clients", {
      name: `Relève ${person.api_id}`,
      currency: "CAD",
      account_manager: person.api_id,
    });
    await openPerson(scene, person);
    await choose(scene, person.name, "users.deactivate.action");
    const title = words("users.deactivate.title", { name: person.name });
    const dialog = page.getByRole("dialog", { name: title });
    const heir = dialog.getByRole("combobox", { name: words("users.deactivate.heir") });
    await heir.fill("Sarah");
    await page.getByRole("option", { name: HEIR }).click();
    await expectAccessible(page);
    await dialog
      .getByRole("button", { name: words("users.deactivate.action"), exact: true })
      .click();
    await says(scene, "users.deactivate.done", { name: person.name });
    const path = `/clients/${client.data.api_id}`;
    const handed = await api.get<{ data: { account_manager: { name: string } } }>(path);
    expect(handed.data.account_manager.name).toBe(HEIR);

    await choose(scene, person.name, "users.reactivate.action");
    await says(scene, "users.reactivate.done", { name: person.name });
    const back = await api.get<{ data: { roles: string[] } }>(`/users/${person.api_id}`);
    expect(back.data.roles).toEqual(["account_manager"]);
    const actions = (await logOf(scene, person.api_id)).map(({ action }) => action);
    expect(actions).toContain("handed_over");
    await api.send("DELETE", path);
  });

  scenario(`in somebody's place, under both names, ${locale}`, setting, async (scene) => {
    const { page, words, api, context, house } = scene;
    const person = await colleague(scene, "account_manager");
    // Acting in another's place ends the session it was begun in, which must not be everybody's.
    const me = await becomeNewcomer(scene, "admin");
    await openPerson(scene, person);
    await choose(scene, person.name, "users.impersonate.action");
    const title = words("users.impersonate.title", { name: person.name });
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByLabel(words("users.impersonate.reason")).fill("Demande 4711");
    await expectAccessible(page);
    const go = dialog.getByRole("button", { name: words("users.impersonate.go"), exact: true });
    await Promise.all([page.waitForEvent("load"), go.click()]);
    await settled(page);
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/(?:fr-ca\/?)?$/);
    const acting = await api.get<{ data: { name: string; impersonator: { name: string } } }>("/me");
    expect([acting.data.name, acting.data.impersonator.name]).toEqual([person.name, me.name]);
    const client = await api.send<{ data: { api_id: string } }>("POST", "/clients", {
      name: `À la place ${person.api_id}`,
      currency: "CAD",
      account_manager: person.api_id,
    });

    await page.getByRole("button", { name: words("shell.impersonation.stop") }).click();
    await page.waitForURL(`**/admin/users/${person.api_id}/view`);
    await context.addCookies([{ name: "regie_locale", value: locale, url: house.origin }]);
    const told = await logOf(scene, person.api_id);
    const made = told.find(({ action }) => action === "created");
    expect([made?.actor?.name, made?.real_actor?.name]).toEqual([person.name, me.name]);
    await scene.open(`/admin/activity?q=${encodeURIComponent(`À la place ${person.api_id}`)}`);
    await page
      .getByText(words("activity.as", { name: me.name, other: person.name }))
      .first()
      .waitFor();
    await expectAccessible(page);
    await api.send("DELETE", `/clients/${client.data.api_id}`);
  });

  scenario(`the log is taken away as it is shown, ${locale}`, setting, async (scene) => {
    const { page, open, words } = scene;
    const person = await colleague(scene, "employee");
    await open(`/admin/activity?q=${person.name}&action=invited`);
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: words("table.export") }).click();
    await page.getByRole("button", { name: words("exports.format.csv") }).click();
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
}

scenario(
  "an account manager has no business with people",
  { as: "account_manager" },
  async (scene) => {
    const { page, open, words } = scene;
    await open("/admin/users");
    await page.getByText(words("ui.forbidden.title"), { exact: true }).waitFor();
    expect(await page.locator("main table").count()).toBe(0);
    const link = page.getByRole("link", { name: words("shell.nav.admin_users"), exact: true });
    await expect.poll(() => link.count()).toBe(0);
  },
);
