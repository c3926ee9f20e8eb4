// Tests what surrounds every screen: menu, breadcrumbs, favorites, recent records and the menu of what to create.
import type { Locator } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

interface Named {
  api_id: string;
  name: string;
}
interface Retainer extends Named {
  client: Named;
}

const menu = ({ page, t }: App): Locator =>
  page.locator("aside").getByRole("navigation", { name: t("shell.main_navigation") });
const breadcrumbs = ({ page, t }: App): Locator =>
  page.getByRole("navigation", { name: t("shell.breadcrumbs.label") });

async function runningRetainer({ api }: App): Promise<Retainer> {
  const path = "/projects?kind=retainer&status=active&per_page=1";
  const [retainer] = (await api.get<{ data: Retainer[] }>(path)).data;
  if (!retainer) throw new Error("No retainer is active");
  return retainer;
}

async function openCreateMenu({ page, t }: App): Promise<string[]> {
  await page.getByRole("button", { name: t("shell.create.label"), exact: true }).click();
  const items = page.getByRole("menuitem");
  await items.first().waitFor();
  return items.allInnerTexts();
}

const crumbTexts = (app: App) => breadcrumbs(app).getByRole("listitem").allInnerTexts();

for (const locale of ["en-US", "fr-CA"]) {
  test.describe(locale, () => {
    test.use({ role: "super_admin", locale });

    test("the menu names each page once and opens the group of the page", async ({ app }) => {
      const { page, open, t } = app;
      const name = (key: string) => t(`shell.nav.${key}`);
      await open("/clients");
      const entries = ["home", "dashboard", "clients", "projects", "receivables"];
      const others = ["oos_sales", "churns", "people", "settings"];
      await expect(menu(app).getByRole("link")).toHaveText([...entries, ...others].map(name));
      await menu(app)
        .getByRole("link", { name: name("people"), exact: true })
        .click();
      await page.waitForURL(/\/people-figures$/);
      await expect(menu(app).getByRole("link")).toHaveCount(14);
      await menu(app)
        .getByRole("link", { name: name("goals"), exact: true })
        .click();
      await page.waitForURL(/\/goals$/);
      await expect(menu(app).locator('[aria-current="page"]')).toHaveText(name("goals"));
      await expectAccessible(page);
    });

    test("the settings have their own navigation", async ({ app }) => {
      const { page, open, t } = app;
      await open("/");
      await menu(app)
        .getByRole("link", { name: t("shell.nav.settings"), exact: true })
        .click();
      const settings = page.getByRole("navigation", { name: t("shell.nav.settings"), exact: true });
      const users = settings.getByRole("link", { name: t("shell.nav.admin_users"), exact: true });
      await users.filter({ visible: true }).click();
      await page.waitForURL(/\/admin\/users$/);
      await expect(users.filter({ visible: true })).toHaveAttribute("aria-current", "page");
      expect(await crumbTexts(app)).toEqual([t("shell.nav.settings"), t("shell.nav.admin_users")]);
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await settings.getByText(t("shell.settings_pages")).click();
      await expectNoSidewaysScroll(page);
      await users.filter({ visible: true }).waitFor();
    });

    test("breadcrumbs lead upward, whatever was open before", async ({ app }) => {
      const { page, open, t } = app;
      const retainer = await runningRetainer(app);
      await open(`/clients/${retainer.client.api_id}/view`);
      await open("/projects/retainer");
      await open(`/projects/${retainer.api_id}/edit`);
      const edit = t("shell.breadcrumbs.edit");
      // The client stands before the retainer, whose name leaves it out.
      const name = retainer.name.replace(` – ${retainer.client.name}`, "");
      await expect
        .poll(() => crumbTexts(app))
        .toEqual([t("shell.nav.clients"), retainer.client.name, name, edit]);
      await expect(breadcrumbs(app).locator('[aria-current="page"]')).toHaveText(edit);
      for (const crumb of [name, retainer.client.name, t("shell.nav.clients")]) {
        await breadcrumbs(app).getByRole("link", { name: crumb, exact: true }).click();
        await expect(breadcrumbs(app).locator('[aria-current="page"]')).toHaveText(crumb);
      }
      await page.waitForURL(/\/clients$/);
    });

    test("on a phone, an arrow leads to the parent", async ({ app }) => {
      const { page, open } = app;
      const retainer = await runningRetainer(app);
      await page.setViewportSize({ width: 390, height: 844 });
      await open(`/projects/${retainer.api_id}/view`);
      const parent = breadcrumbs(app).getByRole("link");
      await expect(parent).toHaveCount(1);
      const box = await parent.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await parent.click();
      await page.waitForURL(new RegExp(`/clients/${retainer.client.api_id}/view$`));
    });
  });
}

test.describe(() => {
  test.use({ role: "super_admin" });

  test("a favorite stays in the menu, and a recent record appears there", async ({ app }) => {
    const { page, open, t } = app;
    const retainer = await runningRetainer(app);
    const { client } = retainer;
    await open(`/clients/${client.api_id}/view`);
    const star = (key: "add" | "remove") =>
      page.getByRole("button", { name: t(`shell.favorites.${key}`, { name: client.name }) });
    await star("add").click();
    const favorites = menu(app).getByRole("list", { name: t("shell.favorites.title") });
    await expect(favorites.getByRole("link")).toHaveText(client.name);
    await open(`/projects/${retainer.api_id}/view`);
    await page.getByRole("heading", { level: 1, name: retainer.name }).waitFor();
    await favorites.getByRole("link", { name: client.name }).click();
    await page.waitForURL(new RegExp(`/clients/${client.api_id}/view$`));
    const recent = menu(app).getByRole("list", { name: t("shell.recent") });
    await expect(recent.getByRole("link", { name: retainer.name })).toHaveCount(1);
    await star("remove").click();
    await expect(favorites).toHaveCount(0);
  });

  test("the sidebar collapses by its button and by its key", async ({ app }) => {
    const { page, open, t } = app;
    await open("/clients");
    const width = async () => (await page.locator("aside").first().boundingBox())?.width ?? 0;
    const full = await width();
    await page.getByRole("button", { name: t("shell.collapse") }).click();
    await expect.poll(width).toBeLessThan(full / 2);
    await page.reload();
    await expect.poll(width).toBeLessThan(full / 2);
    await page.locator("body").press("[");
    await expect.poll(width).toBe(full);
    await page.setViewportSize({ width: 768, height: 1024 });
    await expect.poll(width).toBeLessThan(full / 2);
    await expectAccessible(page);
  });

  test("a churn is recorded from the menu of what to create", async ({ app }) => {
    const { page, open, t } = app;
    const retainer = await runningRetainer(app);
    await open("/");
    await openCreateMenu(app);
    await page.getByRole("menuitem", { name: t("palette.action.record_churn") }).click();
    const dialog = page.getByRole("dialog", { name: t("palette.churn.title") });
    await dialog.getByRole("combobox").fill(retainer.name);
    await page.getByRole("option", { name: `${retainer.name} (${retainer.client.name})` }).click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: t("palette.churn.next") }).click();
    await page.waitForURL(new RegExp(`/projects/${retainer.api_id}/churn$`));
  });
});

test.describe(() => {
  test.use({ role: "super_admin", expectedProblems: /ERR_INTERNET_DISCONNECTED/ });

  test("without a network, a line says so and nothing can be saved", async ({ app }) => {
    const { page, context, open, t } = app;
    const retainer = await runningRetainer(app);
    await open(`/clients/${retainer.client.api_id}/edit`);
    const field = page.getByLabel(t("clients.field.contact_name"), { exact: true });
    await field.fill("Ève Hors-Ligne");
    const save = page.getByRole("button", { name: t("form.save"), exact: true });
    await expect(save).toBeEnabled();
    await context.setOffline(true);
    await page.getByText(t("common.offline.summary")).waitFor();
    await expect(save).toBeDisabled();
    await expect(save).toHaveAttribute("title", t("common.offline.detail"));
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(page.getByText(t("common.offline.summary"))).toHaveCount(0);
    await expect(field).toHaveValue("Ève Hors-Ligne");
    await expect(save).toBeEnabled();
    await page.getByRole("button", { name: t("form.cancel"), exact: true }).click();
    await page.getByRole("button", { name: t("form.leave.go"), exact: true }).click();
  });
});

const CREATIONS = {
  super_admin: [
    "client",
    "fixed",
    "retainer",
    "sell_extra",
    "record_churn",
    "goal",
    "give",
    "user",
  ],
  employee: ["give"],
} as const;

for (const role of ["super_admin", "employee"] as const) {
  test.describe(() => {
    test.use({ role, locale: "fr-CA" });

    test(`the menu of what to create has what ${role} may`, async ({ app }) => {
      await app.open("/");
      const offered = await openCreateMenu(app);
      const expected = CREATIONS[role].map((name) => app.t(`palette.action.${name}`));
      expect(offered.map((text) => text.trim())).toEqual(expect.arrayContaining(expected));
      if (role === "super_admin") expect(offered).toHaveLength(expected.length);
      else expect(offered.join()).not.toContain(app.t("palette.action.client"));
    });
  });
}
