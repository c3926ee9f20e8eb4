// Tests a project's payments: scheduled, billed by a proposed invoice, skipped with a reason, with totals that add up.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { emulateScheme, expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Ref {
  api_id: string;
  name: string;
}

interface Invoice {
  api_id: string;
  number: string | null;
  client: Ref | null;
  currency: string;
  subtotal: { amount: string };
}

interface Payment {
  api_id: string;
  project: Ref;
  client: Ref;
  label: string;
  period_start: string | null;
  status: string;
  reason: string | null;
  amount: { amount: string };
  invoice: Ref | null;
}

const PATH = "/projects-payments";

async function payments({ api }: App, query: string): Promise<Payment[]> {
  return (await api.get<{ data: Payment[] }>(`${PATH}?per_page=100&${query}`)).data;
}

/** An invoice without payments, and a new project of its client with the same amount. */
async function createProjectForInvoice(app: App): Promise<{ invoice: Invoice; project: string }> {
  const { api } = app;
  const found = await api.get<{ data: Invoice[] }>(
    "/invoices?status=open&per_page=100&sort=-total",
  );
  for (const invoice of found.data) {
    if (!invoice.client || !invoice.number) continue;
    if ((await payments(app, `invoice=${invoice.api_id}`)).length > 0) continue;
    const client = await api.get<{ data: { account_manager: Ref; archived_at: string | null } }>(
      `/clients/${invoice.client.api_id}`,
    );
    if (client.data.archived_at) continue;
    const created = await api.send("POST", "/projects", {
      name: `Refonte ${randomUUID().slice(0, 8)}`,
      kind: "fixed",
      client: invoice.client.api_id,
      account_manager: client.data.account_manager.api_id,
      start_on: "2026-11-01",
      currency: invoice.currency,
      amount: invoice.subtotal.amount,
      budget_hours: "100.00",
    });
    const { data } = created as { data: { api_id: string } };
    return { invoice, project: data.api_id };
  }
  throw new Error("Every invoice bills a payment already");
}

const monthLabel = (day: string) =>
  new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(day),
  );

const line = (page: Page, name: string | RegExp) => page.getByRole("row").filter({ hasText: name });

async function chooseAction(
  { page, t }: App,
  name: string | RegExp,
  action: string,
): Promise<void> {
  await line(page, name).getByRole("button").last().click();
  await page.getByRole("menuitem", { name: t(`payments.do.${action}`), exact: true }).click();
}

const schedule = ({ api }: App, project: string) =>
  api.send("POST", `${PATH}/schedules`, { project, percentages: ["30", "70"] });

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", expectedProblems: /422 .*schedules$/ });

  test("a schedule is created from percentages with a total of 100", async ({ app }) => {
    const { page, open, t } = app;
    const { project } = await createProjectForInvoice(app);
    const all = () => payments(app, `project=${project}`);
    await open(`/projects/${project}/view?tab=payments`);
    await page.getByText(t("payments.none.title")).waitFor();
    await page.getByRole("button", { name: t("payments.schedule.action") }).click();
    const requested = page.getByRole("dialog", { name: t("payments.schedule.title") });
    await requested.getByLabel(t("payments.schedule.percentages")).fill("30 / 40");
    await requested
      .getByRole("button", { name: t("payments.schedule.action"), exact: true })
      .click();
    await requested.getByText(/100/).last().waitFor();
    expect(await all()).toEqual([]);
    await requested.getByLabel(t("payments.schedule.percentages")).fill("30 / 70");
    await expectAccessible(page);
    await requested
      .getByRole("button", { name: t("payments.schedule.action"), exact: true })
      .click();
    await requested.waitFor({ state: "hidden" });
    expect((await all()).map(({ status }) => status)).toEqual(["planned", "planned"]);
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("a proposed invoice bills a payment", async ({ app }) => {
    const { page, open, t, api } = app;
    const { invoice, project } = await createProjectForInvoice(app);
    await schedule(app, project);
    const all = () => payments(app, `project=${project}`);
    await open(`/projects/${project}/view?tab=payments`);
    await chooseAction(app, /30\s%/, "link");
    const link = page.getByRole("dialog");
    const choice = t("payments.link.confirm_named", { number: invoice.number ?? "" });
    await link.getByRole("button", { name: choice, exact: true }).waitFor();
    await expectAccessible(page);
    await link.getByRole("button", { name: choice, exact: true }).click();
    await link.waitFor({ state: "hidden" });
    await line(page, /30\s%/)
      .getByText(invoice.number ?? "", { exact: true })
      .waitFor();
    expect((await all())[0]).toMatchObject({
      status: "invoiced",
      invoice: { api_id: invoice.api_id },
    });
    await api.send("PATCH", `${PATH}/${(await all())[0]?.api_id}`, { invoice: null });
  });

  test("a ready payment can be reverted, a skipped one shows its reason", async ({ app }) => {
    const { page, open, t } = app;
    const { project } = await createProjectForInvoice(app);
    await schedule(app, project);
    const all = () => payments(app, `project=${project}`);
    await open(`/projects/${project}/view?tab=payments`);
    await chooseAction(app, /70\s%/, "ready");
    await page.getByRole("button", { name: t("common.undo") }).click();
    await expect.poll(async () => (await all())[1]?.status).toBe("planned");
    await waitForPage(page);
    await chooseAction(app, /70\s%/, "skip");
    const skip = page.getByRole("dialog");
    await skip.getByRole("button", { name: t("payments.skip.confirm"), exact: true }).click();
    await skip.getByText(t("payments.reason_needed")).waitFor();
    await skip.getByLabel(t("payments.field.reason")).fill("Mois offert");
    await skip.getByRole("button", { name: t("payments.skip.confirm"), exact: true }).click();
    await skip.waitFor({ state: "hidden" });
    await line(page, /70\s%/).getByText("Mois offert").waitFor();
    expect((await all())[1]).toMatchObject({ status: "skipped", reason: "Mois offert" });
    await expectAccessible(page);

    await page.setViewportSize({ width: 375, height: 800 });
    await emulateScheme(page, "dark");
    await waitForPage(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test("a client's billing shows scheduled payments", async ({ app }) => {
    const { page, open, t } = app;
    const [next] = await payments(app, "status=planned&status=ready");
    if (!next) throw new Error("Nothing is to be billed");
    await open(`/clients/${next.client.api_id}/billing`);
    const section = page.getByRole("region", { name: t("payments.to_come.title") });
    await section.getByRole("link", { name: next.project.name }).first().waitFor();
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ role: "account_manager" });

  test("an account manager can only mark a payment as ready", async ({ app }) => {
    const { page, open, t } = app;
    const [planned] = await payments(app, "status=planned&sort=due_on");
    if (!planned) throw new Error("The account manager has nothing planned");
    const name = planned.label || monthLabel(planned.period_start ?? "");
    await open(`/projects/${planned.project.api_id}/view?tab=payments&per_page=100`);
    await line(page, name).getByRole("button").last().click();
    await page.getByRole("menuitem").first().waitFor();
    expect(await page.getByRole("menuitem").allInnerTexts()).toEqual([t("payments.do.ready")]);
    await page.getByRole("menuitem").click();
    const ready = async () =>
      (await payments(app, `project=${planned.project.api_id}`)).find(
        ({ api_id }) => api_id === planned.api_id,
      )?.status;
    await expect.poll(ready).toBe("ready");
    await expect(page.getByRole("button", { name: t("payments.add") }).count()).resolves.toBe(0);
  });
});
