// A month of all retainers is locked at once: what prevents it is said first, and what was locked after it.
import { expectAccessible } from "../support/pageChecks.ts";
import { pageReady } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Period {
  api_id: string;
  starts_on: string;
  status: "open" | "locked";
}

interface Found {
  data: Period[];
}

interface Named {
  data: { api_id: string }[];
}

const PERIODS = "/retainer-periods";

function monthName({ locale }: App, month: string): string {
  const tag = locale === "fr-ca" ? "fr-CA" : "en-US";
  const written = new Intl.DateTimeFormat(tag, { month: "long", year: "numeric", timeZone: "UTC" });
  return written.format(new Date(`${month}-01T00:00:00Z`));
}

async function periodsOf({ api }: App, query: string): Promise<Period[]> {
  return (await api.get<Found>(`${PERIODS}?sort=starts_on&per_page=100&${query}`)).data;
}

/** A retainer of this test's own, so old that no other one has a period in its first month. */
async function oldRetainer({ api }: App, month: string): Promise<void> {
  const { data: managers } = await api.get<Named>("/account-managers");
  const { data: clients } = await api.get<Named>("/clients?status=active");
  await api.send("POST", "/projects", {
    name: `Retainer since ${month}`,
    kind: "retainer",
    client: clients[0]?.api_id,
    account_manager: managers[0]?.api_id,
    start_on: `${month}-01`,
    currency: "CAD",
    monthly_fee: "1000.00",
    included_hours: "10.00",
    status: "active",
  });
}

/** Each language's month is older than what the other one leaves open. */
const MONTHS = { "en-us": "2018-03", "fr-ca": "2017-03" } as const;

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("a month is locked for all retainers", async ({ app }) => {
    const { page, open, words, locale } = app;
    await oldRetainer(app, MONTHS[locale]);
    // The worker writes the ledger of a new retainer as soon as it has seen it.
    const oldest = async () => (await periodsOf(app, "status=open"))[0]?.starts_on ?? "none";
    await expect
      .poll(async () => (await oldest()) <= `${MONTHS[locale]}-01`, { timeout: 45_000 })
      .toBe(true);
    const month = (await oldest()).slice(0, 7);
    const of = `starts_from=${month}-01&starts_to=${month}-28`;
    const before = await periodsOf(app, `${of}&status=open`);

    await open("/projects/retainer");
    await pageReady(page);
    await page.getByRole("button", { name: words("projects.lock_month"), exact: true }).click();
    const dialog = page.getByRole("dialog", { name: words("retainers.lock_month.title") });
    await dialog.getByRole("table").waitFor();
    await expectAccessible(page);

    const start = words("retainers.lock_month.start_with", { month: monthName(app, month) });
    const confirm = words("retainers.lock_month.confirm", { month: monthName(app, month) });
    const toOldest = dialog.getByRole("button", { name: start, exact: true });
    // What is not locked before prevents what comes after it.
    await toOldest.waitFor();
    await expect(dialog.getByRole("button").last()).toBeDisabled();
    await toOldest.click();
    await dialog.getByRole("button", { name: confirm, exact: true }).click();
    await dialog
      .getByRole("status")
      .filter({ hasText: String(before.length) })
      .waitFor();
    await dialog.getByText(words("retainers.lock_month.all_locked")).waitFor();
    expect(await periodsOf(app, `${of}&status=open`)).toEqual([]);
  });
});

test.describe(() => {
  test.use({ role: "account_manager" });

  test("who may not lock is not asked to", async ({ app }) => {
    await app.open("/projects/retainer");
    await pageReady(app.page);
    await expect(
      app.page.getByRole("button", { name: app.words("projects.lock_month") }),
    ).toHaveCount(0);
  });
});
