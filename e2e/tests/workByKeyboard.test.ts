// Work and its money without a mouse: a schedule is made, a retainer lost and given back, a project put away.
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/pageChecks.ts";
import { expectFocus, pageReady } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ role: "admin" });

interface Ref {
  api_id: string;
  name: string;
}

const FARTHEST = 120;

/** From where the focus is, by Tab alone. */
async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < FARTHEST; step += 1) {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${target}`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await reach(page, target);
  await page.keyboard.press("Enter");
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

/** Of a menu that its button opens; the first entry has the focus, arrows lead to the others. */
async function choose({ page, words }: App, name: string, entry: string): Promise<void> {
  await press(page, page.getByRole("button", { name: words("ui.more_actions", { name }) }).last());
  const item = page.getByRole("menuitem", { name: entry });
  await item.waitFor();
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
    account_manager: managers.find(({ name: of }) => of === "Maëlle Tremblay")?.api_id,
    start_on: "2026-01-01",
    currency: "CAD",
    status: "active",
    ...terms,
  });
  return data.api_id;
}

const statusOf = async ({ api }: App, project: string) =>
  (await api.get<{ data: { status: string } }>(`/projects/${project}`)).data.status;

test.describe(() => {
  test.use({ locale: "fr-CA", colorScheme: "dark", viewport: { width: 390, height: 850 } });

  test("a schedule by keyboard, on a phone in French in the dark", async ({ app }) => {
    const { page, open, words, api } = app;
    const terms = { kind: "fixed", amount: "12000.00", budget_hours: "80.00" };
    const project = await make(app, `Échéancier au clavier ${Date.now()}`, terms);
    await open(`/projects/${project}/view?tab=payments`);
    const action = words("payments.schedule.action");
    await press(page, page.getByRole("button", { name: action }).first());
    const dialog = page.getByRole("dialog", { name: words("payments.schedule.title") });
    await dialog.waitFor();
    await expectFocus(dialog);
    await type(page, dialog.getByLabel(words("payments.schedule.percentages")), "30 / 70");
    await expectAccessible(page);
    await press(page, dialog.getByRole("button", { name: action, exact: true }));
    await dialog.waitFor({ state: "hidden" });
    const made = await api.get<{ data: { amount: { amount: string } }[] }>(
      `/projects-payments?project=${project}`,
    );
    expect(made.data.map(({ amount }) => amount.amount)).toEqual(["3600.00", "8400.00"]);
    await api.send("PATCH", `/projects/${project}`, { status: "cancelled" });
  });
});

test("a retainer is lost, given back and put away by keyboard", async ({ app }) => {
  const { page, open, words, api } = app;
  const name = `Forfait au clavier ${Date.now()}`;
  const project = await make(app, name, { kind: "retainer", monthly_fee: "900.00" });
  await open(`/projects/${project}/view`);
  await press(page, page.getByRole("link", { name: words("churns.record_action") }));
  await page
    .getByRole("heading", { level: 1, name: words("churns.record_title", { name }) })
    .waitFor();
  await pageReady(page);
  const field = (label: string) => page.getByLabel(words(`churns.field.${label}`)).first();
  await reach(page, field("reason"));
  await page.keyboard.press("ArrowDown");
  await type(page, field("note"), "Appel d’offres perdu de peu.");
  await press(page, page.getByRole("button", { name: words("churns.record"), exact: true }));
  await page.getByRole("tab", { name: words("churns.project_tab"), selected: true }).waitFor();
  await pageReady(page);
  expect(await statusOf(app, project)).toBe("churned");

  await choose(app, name, words("churns.void.action"));
  const question = page.getByRole("dialog", { name: words("churns.void.title", { name }) });
  await question.waitFor();
  await expectFocus(question);
  await press(page, question.getByRole("button", { name: words("churns.void.action") }));
  await question.waitFor({ state: "hidden" });
  expect(await statusOf(app, project)).toBe("active");

  await api.send("PATCH", `/projects/${project}`, { status: "cancelled" });
  await open(`/projects/${project}/view`);
  await choose(app, name, words("projects.archive.action"));
  await page.getByText(words("projects.archive.done", { name })).waitFor();
  await page.getByText(words("projects.archived"), { exact: true }).first().waitFor();
});
