// Tests product promises with the figures on screen: the ledger, one of two retainers lost, aging on a day.
import type { Locator, Page } from "@playwright/test";
import type { Locale } from "../support/api.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Ref {
  api_id: string;
  name: string;
}

/** The number in a text in hundredths, in any language's format; zero without a number. */
function hundredths(text: string, locale: Locale): number {
  const decimal = locale === "fr-ca" ? "," : ".";
  const digits = [...text.replace("\u2212", "-")].filter(
    (sign) => /\d/.test(sign) || sign === "-" || sign === decimal,
  );
  const plain = digits.join("").replace(decimal, ".");
  return plain === "" ? 0 : Math.round(Number(plain) * 100);
}

/** The texts of a row, without the checkbox. */
function rowTexts(row: Locator): Promise<string[]> {
  const box = row.page().getByRole("checkbox");
  return row.locator("th, td").filter({ hasNot: box }).allInnerTexts();
}

async function table(page: Page, name: string): Promise<string[][]> {
  const rows = await page.getByRole("table", { name, exact: true }).locator("tbody tr").all();
  return Promise.all(rows.map(rowTexts));
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

/** A retainer with a ledger of 24 months. */
async function findTwoYearRetainer({ api }: App): Promise<string> {
  const { data } = await api.get<{ data: { project: Ref }[] }>("/retainer-burns?per_page=100");
  for (const { project } of data) {
    const { meta } = await api.get<{ meta: { total: number } }>(
      `/retainer-periods?project=${project.api_id}&per_page=1`,
    );
    if (meta.total === 24) return project.api_id;
  }
  throw new Error("No retainer has run for two years");
}

test.describe(() => {
  test.use({ role: "admin" });

  test("the 24-month ledger of a retainer balances on screen", async ({ app }) => {
    const { page, open, t, locale } = app;
    const id = await findTwoYearRetainer(app);
    await open(`/projects/${id}/view?tab=hours&per_page=25&sort=starts_on`);
    await waitForPage(page);
    const rows = await table(page, t("retainers.ledger"));
    expect(rows.length).toBe(24);
    const figures = rows.map((cells) => cells.slice(1, 8).map((text) => hundredths(text, locale)));
    for (const [place, [base, into, adjusted, used, late, closing]] of figures.entries()) {
      const month = rows[place]?.[0];
      expect(sum([base, into, adjusted] as number[]) - sum([used, late] as number[]), month).toBe(
        closing,
      );
      expect(into, month).toBe(place === 0 ? 0 : figures[place - 1]?.[6]);
    }
  });
});

test.describe(() => {
  test.use({ role: "financial_manager" });

  test("receivables on 31 May equal the sum of their invoices", async ({ app }) => {
    const { page, open, t, locale } = app;
    await open("/invoices?view=aging&as_of=2026-05-31");
    await waitForPage(page);
    const part = page.locator('a[href*="aging_bucket=1_30"]').first();
    const owed = hundredths(await part.innerText(), locale);
    const address = new URL((await part.getAttribute("href")) ?? "", page.url());
    address.searchParams.set("per_page", "100");
    await page.goto(address.href);
    await waitForPage(page);
    const region = page.getByRole("region", { name: t("receivables.invoices") });
    const heads = await rowTexts(region.locator("thead tr"));
    const balance = heads.findIndex((head) => head.includes(t("invoices.field.balance")));
    const rows = await Promise.all((await region.locator("tbody tr").all()).map(rowTexts));
    expect(rows.length).toBeGreaterThan(0);
    expect(sum(rows.map((cells) => hundredths(cells[balance] ?? "", locale)))).toBe(owed);
  });
});

/** Two retainers of a new client without others. */
async function createTwoRetainers({ api }: App): Promise<Ref[]> {
  const managers = await api.get<{ data: Ref[] }>("/account-managers");
  const manager = managers.data.find(({ name }) => name === "Maëlle Tremblay")?.api_id;
  const name = `Deux forfaits ${Date.now()}`;
  const client = await api.send<{ data: Ref }>("POST", "/clients", {
    name,
    account_manager: manager,
    currency: "GBP",
  });
  const created: Ref[] = [];
  for (const fee of ["1000.00", "600.00"]) {
    const { data } = await api.send<{ data: Ref }>("POST", "/projects", {
      name: `${name} ${fee}`,
      kind: "retainer",
      client: client.data.api_id,
      account_manager: manager,
      start_on: "2026-01-01",
      currency: "GBP",
      monthly_fee: fee,
      status: "active",
    });
    created.push(data);
  }
  return created;
}

test.describe(() => {
  test.use({ role: "admin" });

  test("losing one of two retainers is a contraction, losing the second is client churn", async ({
    app,
  }) => {
    const { page, open, t, api, locale } = app;
    const retainers = await createTwoRetainers(app);
    const today = (await api.get<{ data: { as_of: string } }>("/dashboard")).data.as_of;
    const recordChurn = (project?: string) =>
      api.send("POST", "/churned-projects", {
        project,
        effective_on: today,
        reason: "price",
        preventable: false,
        initiated_by: "client",
        note: "Budget réduit",
      });
    const amounts = t("churns.movements.bridge", { currency: "GBP" });
    const line = async (key: string) => {
      await open("/churns?tab=movements&currency=GBP&tables=gbp");
      const rows = await table(page, amounts);
      const statuses = rows.find(([name]) => name === t(`churns.movements.${key}`));
      return Math.abs(hundredths(statuses?.[1] ?? "", locale));
    };
    const logos = async () =>
      (await api.get<{ data: { logos: number } }>("/churn-totals")).data.logos;
    const before = { contraction: await line("contraction"), churn: await line("churn") };
    const lost = await logos();
    try {
      await recordChurn(retainers[0]?.api_id);
      expect(await line("contraction")).toBe(before.contraction + 100_000);
      expect([await line("churn"), await logos()]).toEqual([before.churn, lost]);
      await recordChurn(retainers[1]?.api_id);
      await expect.poll(logos).toBe(lost + 1);
    } finally {
      for (const { api_id } of retainers) {
        await api.send("DELETE", `/churned-projects/${api_id}`);
        await api.send("PATCH", `/projects/${api_id}`, { status: "cancelled" });
      }
    }
  });
});
