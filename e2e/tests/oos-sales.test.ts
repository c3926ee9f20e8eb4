// Tests out-of-scope work from its sale to the client's approval with a file.
import type { Page } from "@playwright/test";
import {
  emulateScheme,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

interface Row {
  api_id: string;
  name: string;
}

interface Retainer extends Row {
  client: Row;
}

interface Sale {
  project: Row;
  status: string;
  sold_on: string;
  approved_on: string | null;
  approval: { api_id: string; attachment: Row | null } | null;
}

/** A retainer of the account manager: the oldest, which no other test created. */
async function findOwnRetainer({ api }: App): Promise<Retainer> {
  const { data: me } = await api.get<{ data: Row }>("/me");
  const { data } = await api.get<{ data: Retainer[] }>(
    `/projects?kind=retainer&status=active&account_manager=${me.api_id}&sort=number`,
  );
  if (!data[0]) throw new Error("The account manager has no retainer");
  return data[0];
}

const findSale = async ({ api }: App, project: string) =>
  (await api.get<{ data: Sale }>(`/projects/${project}/oos-sale`)).data;

const isWaiting = async ({ api }: App, project: string) => {
  const { data } = await api.get<{ data: Row[] }>("/oos-queue?per_page=100");
  return data.some(({ api_id }) => api_id === project);
};

/** The client's refusal, as the form of the decision records it. */
async function decline(app: App, project: string): Promise<void> {
  const { sold_on: decided_on } = await findSale(app, project);
  const decision = { decision: "declined", decided_on, contact_name: "Zoé D’Amours" };
  await app.api.send("POST", "/oos-approvals", { project, ...decision });
}

const lastPart = (page: Page) => new URL(page.url()).pathname.split("/").at(-2) ?? "";

/** From the retainer's page to a saved project; everything but name and amount is prefilled. */
async function sellFromRetainer(app: App, retainer: Retainer, name: string): Promise<string> {
  const { page, open, t } = app;
  await open(`/projects/${retainer.api_id}/view`);
  await page.getByRole("link", { name: t("oos_sales.sell") }).click();
  const field = (label: string) => page.getByLabel(t(`projects.field.${label}`)).first();
  await field("name").fill(name);
  await expect(field("client")).toHaveValue(retainer.client.name);
  await expect(field("parent_project")).toHaveValue(retainer.name);
  await field("amount").fill("1650");
  await page.getByRole("button", { name: t("form.create"), exact: true }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  return lastPart(page);
}

test.describe(() => {
  // One request without a file is refused.
  test.use({
    role: "account_manager",
    locale: "fr-CA",
    expectedProblems: /status of 422 .*\/oos-approvals$/,
  });

  test("out-of-scope work is sold, awaits approval, and is approved with a file", async ({
    app,
  }) => {
    const { page, open, t, api, locale } = app;
    const retainer = await findOwnRetainer(app);
    const name = `Infolettre de Noël ${locale} ${Date.now()}`;
    const project = await sellFromRetainer(app, retainer, name);
    try {
      expect((await findSale(app, project)).status).toBe("proposed");
      expect(await isWaiting(app, project)).toBe(true);
      await page.getByRole("link", { name: retainer.name }).first().waitFor();
      await open(`/projects/${retainer.api_id}/view?tab=extras`);
      await page.getByRole("link", { name }).waitFor();
      await expectAccessible(page);

      await open(`/oos-sales?tab=waiting&q=${encodeURIComponent(name)}`);
      await page.getByRole("button", { name: t("oos_sales.record_of", { name }) }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(t("oos_sales.field.contact_name")).fill("Zoé D’Amours");
      await dialog.getByRole("button", { name: t("oos_sales.save_decision") }).click();
      await dialog.getByText(t("oos_sales.field.attachment")).first().waitFor();
      await expectAccessible(page);
      expect(await isWaiting(app, project)).toBe(true);
      await dialog.locator("input[type=file]").setInputFiles({
        name: "approbation.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("Oui, allez-y."),
      });
      const files = dialog.getByLabel(t("oos_sales.field.attachment"));
      await expect(files).not.toHaveValue("");
      await dialog.getByRole("button", { name: t("oos_sales.save_decision") }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByText(t("table.no_match.title")).waitFor();

      const sale = await findSale(app, project);
      expect([sale.status, sale.approval?.attachment?.name]).toEqual([
        "in_work",
        "approbation.txt",
      ]);
      expect(await isWaiting(app, project)).toBe(false);
      await open(`/projects/${project}/view?tab=approval`);
      await page.getByRole("link", { name: "approbation.txt" }).waitFor();
      await expectAccessible(page);
      await undoApproval(app, name);
      expect((await findSale(app, project)).status).toBe("proposed");

      await decline(app, project);
      await open(`/projects/${project}/view?tab=approval`);
      const cancel = t("oos_sales.declined.cancelled.action");
      await page.getByRole("button", { name: cancel }).click();
      await expectAccessible(page);
      await page.getByRole("dialog").getByRole("button", { name: cancel }).click();
      await page.getByText(t("oos_sales.declined.title")).waitFor({ state: "detached" });
      const { data } = await api.get<{ data: { status: string } }>(`/projects/${project}`);
      expect(data.status).toBe("cancelled");
    } finally {
      await api.send("PATCH", `/projects/${project}`, { status: "cancelled" });
    }
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("sales and the queue", async ({ app }) => {
    const { page, open, t } = app;
    for (const tab of ["sales", "waiting"] as const) {
      await open(tab === "sales" ? "/oos-sales" : "/oos-sales?tab=waiting");
      await page.getByRole("tab", { name: t(`oos_sales.tab.${tab}`), selected: true }).waitFor();
      await expectNoSidewaysScroll(page);
      await expectNothingCut(page);
      await expectAccessible(page);
      await emulateScheme(page, "dark");
      await expectAccessible(page, "contrast");
      await emulateScheme(page, "light");
    }
  });
});

test.describe(() => {
  test.use({ role: "account_manager", locale: "fr-CA", viewport: { width: 375, height: 850 } });

  test("sales on a phone", async ({ page, open }) => {
    for (const tab of ["sales", "waiting"]) {
      await open(tab === "sales" ? "/oos-sales" : "/oos-sales?tab=waiting");
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
});

/** Undoes the approval from its menu. */
async function undoApproval({ page, t }: App, name: string): Promise<void> {
  const action = t("oos_sales.undo.action");
  await page
    .getByRole("region", { name: t("oos_sales.decision") })
    .getByRole("button")
    .last()
    .click();
  await page.getByRole("menuitem", { name: action }).click();
  await page
    .getByRole("dialog", { name: t("oos_sales.undo.title", { name }) })
    .getByRole("button", { name: action, exact: true })
    .click();
  await page.getByText(t("oos_sales.undo.done", { name }), { exact: true }).waitFor();
}

test.describe(() => {
  test.use({ role: "employee" });

  test("an employee sees their sales, without money or decisions", async ({
    page,
    open,
    t,
    api,
  }) => {
    const { data } = await api.get<{ data: object[] }>("/oos-sales");
    expect(data.every((sale) => !("amount" in sale))).toBe(true);
    await open("/oos-sales");
    await page.getByRole("tab", { name: t("oos_sales.tab.sales") }).waitFor();
    await expect(page.getByRole("main").getByText("$")).toHaveCount(0);
    await open("/oos-sales?tab=waiting");
    await expect(
      page.getByRole("button", { name: t("oos_sales.record_short"), exact: true }),
    ).toHaveCount(0);
  });
});
