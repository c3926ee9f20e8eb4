// Receivables: what was owed on a day adds up to the invoices behind it, and one of them is followed up.
import { pageReady } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ role: "financial_manager", locale: "fr-CA" });

interface Ageing {
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

/** The client that owed most that day, one of its late parts, and the invoices to ask for first. */
async function debtor({ api }: App) {
  const { data } = await api.get<{ data: Debtor[] }>(`/receivables-by-client?as_of=${DAY}`);
  for (const { client, currencies, follow_up } of data) {
    const late = currencies
      .flatMap(({ buckets }) => buckets)
      .filter(({ invoices }) => invoices > 0);
    const part = late.find(({ bucket }) => bucket !== "current");
    if (client && part && follow_up.invoice) return { client, part, first: follow_up.invoice };
  }
  throw new Error(`No client was late on ${DAY}`);
}

const DAY = "2026-05-31";

/** A currency and bucket in which something was owed that day. */
async function owed({ api }: App): Promise<{ currency: string; bucket: string; count: number }> {
  const { data } = await api.get<{ data: Ageing }>(`/receivables-ageing?as_of=${DAY}`);
  for (const { currency, buckets } of data.currencies) {
    const found = buckets.find(({ bucket, invoices }) => bucket === "1_30" && invoices > 0);
    if (found) return { currency, bucket: found.bucket, count: found.invoices };
  }
  throw new Error(`Nothing was late on ${DAY}`);
}

test("what was owed on a day leads to its invoices", async ({ app }) => {
  const { page, open, words } = app;
  const { currency, bucket, count } = await owed(app);
  await open("/invoices");
  await page.getByRole("link", { name: words("invoices.field.aging_bucket") }).click();
  await page.getByRole("table", { name: words("receivables.title") }).waitFor();
  await open(`/invoices?view=ageing&as_of=${DAY}`);
  await pageReady(page);
  const ages = page.getByRole("table", { name: words("receivables.title"), exact: true });
  await ages.locator(`a[href*="aging_bucket=${bucket}"][href*="currency=${currency}"]`).click();
  const rows = page.getByRole("region", { name: words("receivables.invoices") });
  await expect(rows.locator("tbody tr")).toHaveCount(Math.min(count, 10));
  expect(new URL(page.url()).searchParams.get("as_of")).toBe(DAY);
});

test("what a client owed leads to its invoices and their follow-up", async ({ app }) => {
  const { page, open, words, api } = app;
  const { client, part, first } = await debtor(app);
  const { currency } = part.amount;
  await open(`/invoices?view=ageing&as_of=${DAY}`);
  const clients = page.getByRole("table", { name: words("receivables.by_client.title") });
  const line = clients.locator("tbody tr").filter({ hasText: client.name });
  await line
    .locator(`a[href*="aging_bucket=${part.bucket}"][href*="currency=${currency}"]`)
    .click();
  const rows = page.getByRole("region", { name: words("receivables.invoices") });
  await expect(rows.locator("tbody tr")).toHaveCount(Math.min(part.invoices, 10));
  const asked = new URL(page.url()).searchParams;
  expect([asked.get("client"), asked.get("currency")]).toEqual([client.api_id, currency]);
  const listed = await api.get<{ data: { balance: Amount }[] }>(
    `/receivables?per_page=100&${asked.toString().replace("view=ageing&", "")}`,
  );
  const cents = listed.data.map(({ balance }) => BigInt(balance.amount.replace(".", "")));
  expect(cents.reduce((sum, one) => sum + one, 0n)).toBe(
    BigInt(part.amount.amount.replace(".", "")),
  );
  await expect(rows).toBeVisible();
  await line.getByRole("link", { name: words("receivables.by_client.plan") }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByLabel(words("invoices.field.follow_up_on")).first().waitFor();
  expect(new URL(page.url()).searchParams.get("open")).toBe(first.api_id);
});

test("an invoice is followed up beside its list", async ({ app }) => {
  const { page, open, words, api, locale } = app;
  const late = await api.get<{ data: Receivable[] }>(
    `/receivables?per_page=2&sort=due_on&aging_bucket=over_90`,
  );
  const invoice = late.data[locale === "fr-ca" ? 0 : 1];
  if (!invoice) throw new Error("Nothing is owed for long");
  const note = `Relance ${locale} ${Date.now()}`;
  await open(`/invoices?open=${invoice.api_id}`);
  const drawer = page.getByRole("dialog");
  await drawer
    .getByRole("button", {
      name: new RegExp(
        `${words("receivables.follow_up.plan")}|${words("receivables.follow_up.edit")}`,
      ),
    })
    .click();
  await drawer.getByLabel(words("invoices.field.follow_up_on")).first().fill("2026-12-01");
  await drawer.getByLabel(words("invoices.field.follow_up_note")).fill(note);
  await drawer.getByRole("button", { name: words("form.save") }).click();
  const stored = async () => {
    const { data } = await api.get<{ data: { follow_up_on: string; follow_up_note: string } }>(
      `/invoices/${invoice.api_id}`,
    );
    return [data.follow_up_on, data.follow_up_note];
  };
  await expect.poll(stored).toEqual(["2026-12-01", note]);
  await drawer.getByRole("button", { name: words("receivables.follow_up.edit") }).waitFor();
});
