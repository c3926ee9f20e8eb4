// Tests work and money by keyboard: a schedule, a churned and restored retainer, an archived project.
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/pageChecks.ts";
import { expectFocus, waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ role: "admin" });

interface Ref {
  api_id: string;
  name: string;
}

const MAX_TABS = 120;

/** Tabs from the current focus to the target. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < MAX_TABS; step += 1) {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${target}`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

/** Chooses from the menu within a part: the first item has the focus, arrows move to the others. */
async function choose(
  { page, t }: App,
  within: Locator,
  name: string,
  entry: string,
): Promise<void> {
  await press(page, within.getByRole("button", { name: t("ui.more_actions", { name }) }).last());
  const item = page.getByRole("menuitem", { name: entry });
  await item.waitFor();
  await expectFocus(page.getByRole("menu"));
  for (let step = 0; step < 8; step += 1) {
    if (await item.evaluate((node) => node === document.activeElement)) break;
    await page.keyboard.press("ArrowDown");
  }
  await expectFocus(item);
  await page.keyboard.press("Enter");
}

async function make({ api }: App, name: string, terms: object): Promise<string> {
  const { data: managers } = await api.get<{ data: Ref[] }>("/account-managers");
  const { data: clients } = await api.get<{ data: Ref[] }>("/clients?status=active");
  const { data } = await api.send<{ data: Ref }>("POST", "/projects", {
    name,
    client: clients[0]?.api_id,
    account_manager: managers.find(({ name: manager }) => manager === "Maëlle Tremblay")?.api_id,
    start_on: "2026-01-01",
    currency: "CAD",
    status: "active",
    ...terms,
  });
  return data.api_id;
}

const projectStatus = async ({ api }: App, project: string) =>
  (await api.get<{ data: { status: string } }>(`/projects/${project}`)).data.status;

test.describe(() => {
  test.use({ locale: "fr-CA", colorScheme: "dark", viewport: { width: 390, height: 850 } });

  test("a schedule by keyboard, on a phone in French in the dark theme", async ({ app }) => {
    const { page, open, t, api } = app;
    const terms = { kind: "fixed", amount: "12000.00", budget_hours: "80.00" };
    const project = await make(app, `Échéancier au clavier ${Date.now()}`, terms);
    await open(`/projects/${project}/view?tab=payments`);
    const action = t("payments.schedule.action");
    await press(page, page.getByRole("button", { name: action }).first());
    const dialog = page.getByRole("dialog", { name: t("payments.schedule.title") });
    await dialog.waitFor();
    await expectFocus(dialog);
    await type(page, dialog.getByLabel(t("payments.schedule.percentages")), "30 / 70");
    await expectAccessible(page);
    await press(page, dialog.getByRole("button", { name: action, exact: true }));
    await dialog.waitFor({ state: "hidden" });
    const created = await api.get<{ data: { amount: { amount: string } }[] }>(
      `/projects-payments?project=${project}`,
    );
    expect(created.data.map(({ amount }) => amount.amount)).toEqual(["3600.00", "8400.00"]);
    await api.send("PATCH", `/projects/${project}`, { status: "cancelled" });
  });
});

test("a retainer is churned, restored and archived by keyboard", async ({ app }) => {
  const { page, open, t, api } = app;
  const name = `Forfait au clavier ${Date.now()}`;
  const project = await make(app, name, { kind: "retainer", monthly_fee: "900.00" });
  await open(`/projects/${project}/view`);
  await press(page, page.getByRole("link", { name: t("churns.record_action") }));
  await page.getByRole("heading", { level: 1, name: t("churns.record_title", { name }) }).waitFor();
  await waitForPage(page);
  const field = (label: string) => page.getByLabel(t(`churns.field.${label}`)).first();
  await tabTo(page, field("reason"));
  await page.keyboard.press("ArrowDown");
  await type(page, field("note"), "Appel d’offres perdu de peu.");
  await press(page, page.getByRole("button", { name: t("churns.record"), exact: true }));
  await page.getByRole("tab", { name: t("churns.project_tab"), selected: true }).waitFor();
  await waitForPage(page);
  const { data: leaving } = await api.get<{ data: { status: string; leaving_on: string | null } }>(
    `/projects/${project}`,
  );
  // It runs through its last day, which is today.
  expect([leaving.status, leaving.leaving_on !== null]).toEqual(["active", true]);

  for (const action of ["confirm", "void"] as const) {
    await choose(app, page.getByRole("tabpanel"), name, t(`churns.${action}.action`));
    const question = page.getByRole("dialog", { name: t(`churns.${action}.title`, { name }) });
    await question.waitFor();
    await expectFocus(question);
    const answer = { name: t(`churns.${action}.action`), exact: true };
    await press(page, question.getByRole("button", answer));
    await question.waitFor({ state: "hidden" });
    await waitForPage(page);
  }
  expect(await projectStatus(app, project)).toBe("active");

  await api.send("PATCH", `/projects/${project}`, { status: "cancelled" });
  await open(`/projects/${project}/view`);
  await choose(app, page.getByRole("main"), name, t("projects.archive.action"));
  await page.getByText(t("projects.archive.done", { name })).waitFor();
  await page.getByText(t("projects.archived"), { exact: true }).first().waitFor();
});
