// Tests receivables: the amounts on a day equal the invoices behind them, and an invoice is followed up.
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ role: "financial_manager", locale: "fr-CA" });

interface Aging {
  currencies: {
    currency: string;
    buckets: { bucket: string; invoices: number }[];
  }[];
}

interface Receivable {
  api_id: string;
  number: string;
}

interface Amount {
  amount: string;
  currency: string;
}

interface Debtor {
  client: { api_id: string; name: string } | null;
  currencies: {
    currency: string;
    buckets: { bucket: string; invoices: number; amount: Amount }[];
  }[];
  follow_up: { invoice: { api_id: string } | null };
}

/** The client with the largest overdue amount, one of its late buckets, and the invoices to follow up first. */
async function findDebtor({ api }: App) {
  const { data } = await api.get<{ data: Debtor[] }>(`/receivables-by-client?as_of=${DAY}`);
  for (const { client, currencies, follow_up } of data) {
    const lateBuckets = currencies
      .flatMap(({ buckets }) => buckets)
      .filter(({ invoices }) => invoices > 0);
    const part = lateBuckets.find(({ bucket }) => bucket !== "current");
    if (client && part && follow_up.invoice) return { client, part, first: follow_up.invoice };
  }
  throw new Error(`No client was late on ${DAY}`);
}

const DAY = "2026-05-31";

/** A currency and bucket with an amount on that day. */
async function findBucket({
  api,
}: App): Promise<{ currency: string; bucket: string; count: number }> {
  const { data } = await api.get<{ data: Aging }>(`/receivables-aging?as_of=${DAY}`);
  for (const { currency, buckets } of data.currencies) {
    const match = buckets.find(({ bucket, invoices }) => bucket === "1_30" && invoices > 0);
    if (match) return { currency, bucket: match.bucket, count: match.invoices };
  }
  throw new Error(`Nothing was late on ${DAY}`);
}

test("receivables on a day link to their invoices", async ({ app }) => {
  const { page, open, t } = app;
  const { currency, bucket, count } = await findBucket(app);
  await open("/invoices");
  await page.getByRole("link", { name: t("invoices.field.aging_bucket") }).click();
  await page.getByRole("table", { name: t("receivables.title") }).waitFor();
  await open(`/invoices?view=aging&as_of=${DAY}`);
  await waitForPage(page);
  const ages = page.getByRole("table", { name: t("receivables.title"), exact: true });
  await ages.locator(`a[href*="aging_bucket=${bucket}"][href*="currency=${currency}"]`).click();
  const rows = page.getByRole("region", { name: t("receivables.invoices") });
  await expect(rows.locator("tbody tr")).toHaveCount(Math.min(count, 10));
  expect(new URL(page.url()).searchParams.get("as_of")).toBe(DAY);
});

test("a client's receivables link to its invoices and their follow-up", async ({ app }) => {
  const { page, open, t, api } = app;
  const { client, part, first } = await findDebtor(app);
  const { currency } = part.amount;
  await open(`/invoices?view=aging&as_of=${DAY}`);
  const clients = page.getByRole("table", { name: t("receivables.by_client.title") });
  const line = clients.locator("tbody tr").filter({ hasText: client.name });
  await line
    .locator(`a[href*="aging_bucket=${part.bucket}"][href*="currency=${currency}"]`)
    .click();
  const rows = page.getByRole("region", { name: t("receivables.invoices") });
  await expect(rows.locator("tbody tr")).toHaveCount(Math.min(part.invoices, 10));
  const requested = new URL(page.url()).searchParams;
  expect([requested.get("client"), requested.get("currency")]).toEqual([client.api_id, currency]);
  const listed = await api.get<{ data: { balance: Amount }[] }>(
    `/receivables?per_page=100&${requested.toString().replace("view=aging&", "")}`,
  );
  const cents = listed.data.map(({ balance }) => BigInt(balance.amount.replace(".", "")));
  expect(cents.reduce((sum, one) => sum + one, 0n)).toBe(
    BigInt(part.amount.amount.replace(".", "")),
  );
  await expect(rows).toBeVisible();
  await line.getByRole("link", { name: t("receivables.by_client.plan") }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByLabel(t("invoices.field.follow_up_on")).first().waitFor();
  expect(new URL(page.url()).searchParams.get("open")).toBe(first.api_id);
});

test("an invoice is followed up in a drawer", async ({ app }) => {
  const { page, open, t, api, locale } = app;
  const lateInvoices = await api.get<{ data: Receivable[] }>(
    `/receivables?per_page=2&sort=due_on&aging_bucket=over_90`,
  );
  const invoice = lateInvoices.data[locale === "fr-ca" ? 0 : 1];
  if (!invoice) throw new Error("Nothing is owed for long");
  const note = `Relance ${locale} ${Date.now()}`;
  await open(`/invoices?open=${invoice.api_id}`);
  const drawer = page.getByRole("dialog");
  await drawer
    .getByRole("button", {
      name: new RegExp(`${t("receivables.follow_up.plan")}|${t("receivables.follow_up.edit")}`),
    })
    .click();
  await drawer.getByLabel(t("invoices.field.follow_up_on")).first().fill("2026-12-01");
  await drawer.getByLabel(t("invoices.field.follow_up_note")).fill(note);
  await drawer.getByRole("button", { name: t("form.save") }).click();
  const stored = async () => {
    const { data } = await api.get<{ data: { follow_up_on: string; follow_up_note: string } }>(
      `/invoices/${invoice.api_id}`,
    );
    return [data.follow_up_on, data.follow_up_note];
  };
  await expect.poll(stored).toEqual(["2026-12-01", note]);
  await drawer.getByRole("button", { name: t("receivables.follow_up.edit") }).waitFor();
});
