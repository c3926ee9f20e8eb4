// Tests the report of a retainer's month: shared by a link, read and decided about by the client, and seen in the app.

import type { Page } from "@playwright/test";
import type { Api } from "../support/api.ts";
import { thisMonth, today } from "../support/days.ts";
import { emulateScheme, expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { collectProblems, expect, test } from "../support/test.ts";

interface Retainer {
  api_id: string;
  name: string;
  currency: string;
  client: { api_id: string; name: string };
  account_manager: { api_id: string };
}

const PHONE = { width: 390, height: 844 };

async function activeRetainer(api: Api, index: number): Promise<Retainer> {
  const list = "/projects?kind=retainer&status=active&sort=name&per_page=20";
  const { data } = await api.get<{ data: Retainer[] }>(list);
  const retainer = data[index];
  if (!retainer) throw new Error("The demo has active retainers");
  return retainer;
}

/** Sells extra work on the retainer; the first employee sells it. */
/** Of the organization, which may be a day behind this machine. */
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

async function sellWork(api: Api, retainer: Retainer, name: string): Promise<string> {
  const employees = await api.get<{ data: { api_id: string }[] }>("/employees?per_page=1");
  const seller = employees.data[0]?.api_id;
  const { data } = await api.send<{ data: { api_id: string } }>("POST", "/projects", {
    kind: "oos",
    name,
    client: retainer.client.api_id,
    parent_project: retainer.api_id,
    account_manager: retainer.account_manager.api_id,
    currency: retainer.currency,
    amount: "1500.00",
    start_on: today(),
    sold_on: YESTERDAY,
    sold_by: [{ employee: seller, weight: 100 }],
    description: "Six templates",
  });
  return data.api_id;
}

/** The work's part of the page, by its name. */
const workOf = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

test.describe(() => {
  test.use({ role: "admin" });

  test("a client approves extra work on a private link, and the app shows the proof", async ({
    app,
  }) => {
    const { page, open, t, api, openContext, server } = app;
    const retainer = await activeRetainer(api, 0);
    const name = "Newsletter templates";
    const work = await sellWork(api, retainer, name);

    await open(`/projects/${retainer.api_id}/view?tab=hours`);
    const section = page.getByRole("region", { name: t("client_reports.title") });
    await section.getByRole("button", { name: t("client_reports.share.action") }).click();
    const dialog = page.getByRole("dialog");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: t("client_reports.share.create") }).click();
    const address = dialog.getByRole("textbox", { name: t("client_reports.share.url") });
    await address.waitFor();
    await expectAccessible(page);
    const url = new URL(await address.inputValue());
    await dialog
      .getByRole("button", { name: t("client_reports.share.close"), exact: true })
      .click();
    await section.getByRole("row").nth(1).waitFor();

    const client = await (await openContext()).newPage();
    const problems = collectProblems(client, server);
    const path = url.pathname.replace(/^\/fr-ca/, "");
    await client.goto(`${server.origin}/en-us${path}${url.hash}`);
    await client.getByRole("heading", { level: 1, name: /^Monthly report/ }).waitFor();
    await expectAccessible(client);
    await emulateScheme(client, "dark");
    await expectAccessible(client, "contrast");
    const download = client.waitForEvent("download");
    await client.getByRole("button", { name: t("client_reports.pdf") }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);

    const approve = t("client_reports.page.approve_title", { name });
    await workOf(client, name).getByRole("button", { name: approve }).click();
    const question = client.getByRole("dialog", { name: approve });
    await expectAccessible(client);
    const confirm = question.getByRole("button", {
      name: t("client_reports.page.approve"),
      exact: true,
    });
    await confirm.click();
    const person = question.getByRole("textbox", { name: t("client_reports.page.your_name") });
    await expect(person).toHaveAttribute("aria-invalid", "true");
    await person.fill("Jane Roy");
    await confirm.click();
    await expect(workOf(client, name)).toContainText("Approved by Jane Roy on ");
    await expect(question).toHaveCount(0);
    // Reloading the page, or opening a bookmark, shows the same report.
    await client.reload();
    await expect(workOf(client, name)).toContainText("Approved by Jane Roy on ");
    expect(problems).toEqual([]);

    await open(`/projects/${work}/view?tab=approval`);
    await page.getByText("Approved by Jane Roy through the link of").waitFor();
    await expect(page.getByRole("button", { name: t("oos_sales.change") })).toHaveCount(0);

    await open(`/projects/${retainer.api_id}/view?tab=hours`);
    await section.getByRole("row").nth(1).getByRole("button").click();
    await page.getByRole("menuitem", { name: t("client_reports.withdraw.action") }).click();
    await page.getByRole("dialog").getByRole("button").last().click();
    await expect(section.getByRole("row").nth(1)).toContainText("Withdrawn by");
    await client.reload();
    await client
      .getByRole("heading", { level: 1, name: t("client_reports.page.invalid.title") })
      .waitFor();
    await expectAccessible(client);
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", viewport: PHONE });

  test("a client declines extra work in French on a phone", async ({ app }) => {
    const { page, open, t, api, server } = app;
    const retainer = await activeRetainer(api, 1);
    const name = "Gabarits d’infolettre";
    const work = await sellWork(api, retainer, name);
    await open(`/projects/${retainer.api_id}/view?tab=hours`);
    await waitForPage(page);
    await expectNoSidewaysScroll(page);
    const { data } = await api.send<{ data: { url: string } }>(
      "POST",
      `/projects/${retainer.api_id}/report-links`,
      { month: thisMonth(), days: 7 },
    );
    const { hash } = new URL(data.url);
    await page.goto(`${server.origin}/fr-ca/report${hash}`);
    await page.getByRole("heading", { level: 1, name: /^Rapport mensuel/ }).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const decline = t("client_reports.page.decline_title", { name });
    await workOf(page, name).getByRole("button", { name: decline }).click();
    const question = page.getByRole("dialog", { name: decline });
    await question.getByRole("textbox", { name: t("client_reports.page.your_name") }).fill("Paul");
    await question.getByRole("textbox", { name: t("client_reports.page.reason") }).fill("Trop tôt");
    await question
      .getByRole("button", { name: t("client_reports.page.decline"), exact: true })
      .click();
    await expect(workOf(page, name)).toContainText("Refusé par Paul le ");
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("heading", { level: 1, name: /^Monthly report/ }).waitFor();
    await expect(workOf(page, name)).toContainText("Declined by Paul on ");
    const sale = await api.get<{ data: { approval: { decision: string; note: string } } }>(
      `/projects/${work}/oos-sale`,
    );
    expect(sale.data.approval).toMatchObject({ decision: "declined", note: "Trop tôt" });
  });
});
