// Tests amendments: of approved work, from the amount to the client's approval, and of a fixed price.
import {
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
  account_manager: Row;
}

interface Amounts {
  total: { amount: string };
  amendments: { api_id: string; state: string }[];
}

const A_DAY = 86_400_000;
const yesterday = new Date(Date.now() - A_DAY).toISOString().slice(0, 10);

async function createProject({ api }: App, kind: "fixed" | "oos"): Promise<Row> {
  const { data: me } = await api.get<{ data: Row }>("/me");
  const path = `/projects?kind=retainer&status=active&account_manager=${me.api_id}&sort=number`;
  const { data: retainers } = await api.get<{ data: Retainer[] }>(path);
  const { data: employees } = await api.get<{ data: Row[] }>("/employees?per_page=1");
  const [retainer, seller] = [retainers[0], employees[0]];
  if (!retainer || !seller) throw new Error("The account manager has no retainer");
  const name = `Avenant ${kind} ${Date.now()}`;
  const day =
    kind === "oos"
      ? { sold_on: yesterday, sold_by: [{ employee: seller.api_id, weight: 100 }] }
      : {};
  const body = {
    name,
    kind,
    status: "active",
    client: retainer.client.api_id,
    start_on: yesterday,
    currency: "CAD",
    account_manager: retainer.account_manager.api_id,
    amount: "1000.00",
    ...day,
  };
  const { data } = await api.send<{ data: Row }>("POST", "/projects", body);
  return { api_id: data.api_id, name };
}

const readAmounts = async ({ api }: App, project: string) =>
  (await api.get<{ data: Amounts }>(`/projects/${project}/amendments`)).data;

test.describe(() => {
  test.use({ role: "account_manager", locale: "fr-CA" });

  test("approved work is amended, and counts after the client’s approval", async ({ app }) => {
    const { page, open, t, api } = app;
    const { api_id: project, name } = await createProject(app, "oos");
    const approval = { project, decision: "approved", decided_on: yesterday, note: "Au téléphone" };
    await api.send("POST", "/oos-approvals", approval);
    await open(`/projects/${project}/view?tab=amount`);
    await page.getByRole("button", { name: t("amendments.amend.oos") }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel(t("projects.field.amount_change")).fill("-250,50");
    await expect(form.getByRole("status").filter({ hasText: "749,50" })).toBeVisible();
    await form.getByLabel(t("projects.field.reason")).fill("Portée réduite");
    await expectAccessible(page);
    await form.getByRole("button", { name: t("amendments.save.oos") }).click();
    await form.waitFor({ state: "detached" });
    const table = page.getByRole("table", { name: t("amendments.title") });
    await table.getByText("Portée réduite").waitFor();
    const [waiting] = (await readAmounts(app, project)).amendments;
    expect(waiting?.state).toBe("waiting");

    await open(`/oos-sales?tab=waiting&q=${encodeURIComponent(name)}`);
    await page.getByRole("button", { name: t("oos_sales.record_of", { name }) }).click();
    const decision = page.getByRole("dialog");
    await decision.getByLabel(t("oos_sales.field.note")).fill("Courriel de Zoé");
    await decision.getByRole("button", { name: t("oos_sales.save_decision") }).click();
    await decision.waitFor({ state: "detached" });
    await page.getByText(t("table.no_match.title")).waitFor();
    expect((await readAmounts(app, project)).total.amount).toBe("749.50");

    await open(`/projects/${project}/view?tab=amount`);
    await table.getByText("Courriel de Zoé").waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await open(`/oos-sales?q=${encodeURIComponent(name)}`);
    await expect(page.getByRole("row").filter({ hasText: name })).toHaveCount(2);
  });
});

test.describe(() => {
  test.use({ role: "account_manager", viewport: { width: 390, height: 850 } });

  test("a fixed price is changed from a day on, and the change is removed", async ({ app }) => {
    const { page, open, t } = app;
    const { api_id: project } = await createProject(app, "fixed");
    await open(`/projects/${project}/view?tab=amount`);
    await page.getByRole("button", { name: t("amendments.amend.fixed") }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel(t("projects.field.amount_change")).fill("500");
    await form.getByRole("button", { name: t("amendments.save.fixed") }).click();
    await form.waitFor({ state: "detached" });
    expect((await readAmounts(app, project)).total.amount).toBe("1500.00");
    const cards = page.getByRole("list", { name: t("amendments.title") });
    await expect(cards.getByRole("listitem")).toHaveCount(2);
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Remove: / }).click();
    const question = page.getByRole("dialog");
    await question
      .getByRole("button", { name: t("amendments.remove.action"), exact: true })
      .click();
    await question.waitFor({ state: "detached" });
    expect((await readAmounts(app, project)).total.amount).toBe("1000.00");
  });
});
