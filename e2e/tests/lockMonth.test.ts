// Tests closing a month for all retainers: what prevents it is listed first, then what was closed.
import { expectAccessible } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
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
  const label = new Intl.DateTimeFormat(tag, { month: "long", year: "numeric", timeZone: "UTC" });
  return label.format(new Date(`${month}-01T00:00:00Z`));
}

async function listPeriods({ api }: App, query: string): Promise<Period[]> {
  return (await api.get<Found>(`${PERIODS}?sort=starts_on&per_page=100&${query}`)).data;
}

/** A new retainer, so old that no other one has a period in its first month. */
async function createOldRetainer({ api }: App, month: string): Promise<void> {
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

/** The second language's month is older than the first one's. */
const MONTHS = { "en-us": "2018-03", "fr-ca": "2017-03" } as const;

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("a month is closed for all retainers", async ({ app }) => {
    const { page, open, t, locale } = app;
    await createOldRetainer(app, MONTHS[locale]);
    // The worker creates the ledger of a new retainer as soon as it finds it.
    const oldestOpen = async () => (await listPeriods(app, "status=open"))[0]?.starts_on ?? "none";
    await expect
      .poll(async () => (await oldestOpen()) <= `${MONTHS[locale]}-01`, { timeout: 45_000 })
      .toBe(true);
    const month = (await oldestOpen()).slice(0, 7);
    const monthQuery = `starts_from=${month}-01&starts_to=${month}-28`;
    const before = await listPeriods(app, `${monthQuery}&status=open`);

    await open("/projects/retainer");
    await waitForPage(page);
    await page.getByRole("button", { name: t("projects.lock_month"), exact: true }).click();
    const dialog = page.getByRole("dialog", { name: t("retainers.lock_month.title") });
    await dialog.getByRole("table").waitFor();
    await expectAccessible(page);

    const start = t("retainers.lock_month.start_with", { month: monthName(app, month) });
    const confirm = t("retainers.lock_month.confirm", { month: monthName(app, month) });
    const oldestLink = dialog.getByRole("button", { name: start, exact: true });
    // An earlier open month prevents closing a later one.
    await oldestLink.waitFor();
    await expect(dialog.getByRole("button").last()).toBeDisabled();
    await oldestLink.click();
    await dialog.getByRole("button", { name: confirm, exact: true }).click();
    await dialog
      .getByRole("status")
      .filter({ hasText: String(before.length) })
      .waitFor();
    await dialog.getByText(t("retainers.lock_month.all_locked")).waitFor();
    expect(await listPeriods(app, `${monthQuery}&status=open`)).toEqual([]);
  });
});

test.describe(() => {
  test.use({ role: "account_manager" });

  test("a user without the permission sees no button to close a month", async ({ app }) => {
    await app.open("/projects/retainer");
    await waitForPage(app.page);
    await expect(app.page.getByRole("button", { name: app.t("projects.lock_month") })).toHaveCount(
      0,
    );
  });
});
