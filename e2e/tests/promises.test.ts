// What the product promises, added up from what stands on the screen: the ledger, one of two lost, ageing as of a day.
import type { Locator, Page } from "@playwright/test";
import type { Locale } from "../support/api.ts";
import { pageReady } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Ref {
  api_id: string;
  name: string;
}

/** Hundredths of the number that a text holds, however its language writes it; none is nothing. */
function hundredths(text: string, locale: Locale): number {
  const decimal = locale === "fr-ca" ? "," : ".";
  const digits = [...text.replace("\u2212", "-")].filter(
    (sign) => /\d/.test(sign) || sign === "-" || sign === decimal,
  );
  const plain = digits.join("").replace(decimal, ".");
  return plain === "" ? 0 : Math.round(Number(plain) * 100);
}

/** What a row says; the box by which it is picked says nothing. */
function cellsOf(row: Locator): Promise<string[]> {
  const box = row.page().getByRole("checkbox");
  return row.locator("th, td").filter({ hasNot: box }).allInnerTexts();
}

async function table(page: Page, name: string): Promise<string[][]> {
  const rows = await page.getByRole("table", { name, exact: true }).locator("tbody tr").all();
  return Promise.all(rows.map(cellsOf));
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

/** A retainer whose ledger has 24 months. */
async function twoYears({ api }: App): Promise<string> {
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

  test("24 months of a retainer close on the screen", async ({ app }) => {
    const { page, open, words, locale } = app;
    const id = await twoYears(app);
    await open(`/projects/${id}/view?tab=hours&per_page=25&sort=starts_on`);
    await pageReady(page);
    const rows = await table(page, words("retainers.ledger"));
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

  test("what was owed on 31 May is the sum of its invoices", async ({ app }) => {
    const { page, open, words, locale } = app;
    await open("/invoices?view=ageing&as_of=2026-05-31");
    await pageReady(page);
    const part = page.locator('a[href*="aging_bucket=1_30"]').first();
    const owed = hundredths(await part.innerText(), locale);
    const address = new URL((await part.getAttribute("href")) ?? "", page.url());
    address.searchParams.set("per_page", "100");
    await page.goto(address.href);
    await pageReady(page);
    const region = page.getByRole("region", { name: words("receivables.invoices") });
    const heads = await cellsOf(region.locator("thead tr"));
    const balance = heads.findIndex((head) => head.includes(words("invoices.field.balance")));
    const rows = await Promise.all((await region.locator("tbody tr").all()).map(cellsOf));
    expect(rows.length).toBeGreaterThan(0);
    expect(sum(rows.map((cells) => hundredths(cells[balance] ?? "", locale)))).toBe(owed);
  });
});

/** Two retainers of one client that has no other; the client is this test's own. */
async function twoRetainers({ api }: App): Promise<Ref[]> {
  const managers = await api.get<{ data: Ref[] }>("/account-managers");
  const manager = managers.data.find(({ name }) => name === "Maëlle Tremblay")?.api_id;
  const name = `Deux forfaits ${Date.now()}`;
  const client = await api.send<{ data: Ref }>("POST", "/clients", {
    name,
    account_manager: manager,
    currency: "GBP",
  });
  const made: Ref[] = [];
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
    made.push(data);
  }
  return made;
}

test.describe(() => {
  test.use({ role: "admin" });

  test("one of two retainers lost is a contraction, the other one the client", async ({ app }) => {
    const { page, open, words, api, locale } = app;
    const retainers = await twoRetainers(app);
    const today = (await api.get<{ data: { as_of: string } }>("/dashboard")).data.as_of;
    const lose = (project?: string) =>
      api.send("POST", "/churned-projects", {
        project,
        effective_on: today,
        reason: "price",
        preventable: false,
        initiated_by: "client",
        note: "Budget réduit",
      });
    const pounds = words("churns.movements.bridge", { currency: "GBP" });
    const line = async (key: string) => {
      await open("/churns?tab=movements&tables=gbp");
      const rows = await table(page, pounds);
      const found = rows.find(([name]) => name === words(`churns.movements.${key}`));
      return Math.abs(hundredths(found?.[1] ?? "", locale));
    };
    const logos = async () =>
      (await api.get<{ data: { logos: number } }>("/churn-totals")).data.logos;
    const before = { contraction: await line("contraction"), churn: await line("churn") };
    const lost = await logos();
    try {
      await lose(retainers[0]?.api_id);
      expect(await line("contraction")).toBe(before.contraction + 100_000);
      expect([await line("churn"), await logos()]).toEqual([before.churn, lost]);
      await lose(retainers[1]?.api_id);
      await expect.poll(logos).toBe(lost + 1);
    } finally {
      for (const { api_id } of retainers) {
        await api.send("DELETE", `/churned-projects/${api_id}`);
        await api.send("PATCH", `/projects/${api_id}`, { status: "cancelled" });
      }
    }
  });
});
