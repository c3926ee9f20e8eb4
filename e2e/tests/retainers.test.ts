// Tests retainers' hours: the most critical ones first, the ledger of each month, and changes with permission.
import type { Page } from "@playwright/test";
import { emulateScheme, expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ locale: "fr-CA" });

interface Burn {
  api_id: string;
  project: { name: string };
  pace: string | null;
  level: string;
  left_hours: string;
}

interface Totals {
  levels: { level: string; retainers: number; runs_out: number; over_hours: string }[];
}

interface Period {
  api_id: string;
  starts_on: string;
  status: "open" | "locked";
  base_hours: string;
  rollover_in: string;
  adjustment: string;
  used_hours: string;
  late_hours: string;
  closing_balance: string;
  rollover_out: string;
  lapsed_hours: string;
  overage_hours: string;
  fee?: object;
  can: string[];
  project: { api_id: string };
}

const LEDGER = "/retainer-periods";
/** The retainers of the rows, by the address that each row opens. */
const rowIds = (page: Page) =>
  page
    .locator("tbody tr th a")
    .evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).pathname.split("/").at(-2)),
    );
const rowOf = (page: Page, burn: Burn) =>
  page.getByRole("row").filter({ has: page.locator(`th a[href*="${burn.api_id}"]`) });

/** The group of the list that a level belongs to. */
const groupOf = (level = "ok") =>
  level === "high" || level === "watch" ? "watch" : level === "over" ? "over" : "ok";

async function burns({ api }: App, query = ""): Promise<Burn[]> {
  return (await api.get<{ data: Burn[] }>(`/retainer-burns?per_page=10${query}`)).data;
}

async function periods({ api }: App, query: string): Promise<Period[]> {
  return (await api.get<{ data: Period[] }>(`${LEDGER}?per_page=100&${query}`)).data;
}

/** A period's name: its month, short in its row. */
const monthLabel = ({ locale }: App, period: Period, month: "long" | "short" = "long") =>
  new Intl.DateTimeFormat(locale === "fr-ca" ? "fr-CA" : "en-US", {
    month,
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(period.starts_on));

const line = (app: App, period: Period) =>
  app.page.getByRole("row").filter({ hasText: monthLabel(app, period, "short") });

async function chooseAction(app: App, period: Period, action: string): Promise<void> {
  const { page, t } = app;
  await line(app, period).getByRole("button", { name: /./ }).last().click();
  await page.getByRole("menuitem", { name: t(`retainers.${action}.action`), exact: true }).click();
}

const readPeriod = async ({ api }: App, { api_id }: Period) =>
  (await api.get<{ data: Period & { adjustment_reason: string | null } }>(`${LEDGER}/${api_id}`))
    .data;

test.describe(() => {
  test.use({ role: "account_manager" });

  test("the most critical retainers come first", async ({ app }) => {
    const { page, open, t } = app;
    await open("/projects/retainer");
    await page.getByRole("link", { name: t("projects.view.burn"), exact: true }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?view=burn");
    await waitForPage(page);
    const all = await burns(app);
    await expect.poll(() => rowIds(page)).toEqual(all.map(({ api_id }) => api_id));
    // In the first days of a month, no retainer is over.
    const group = t(`retainers.group.${groupOf(all[0]?.level)}`);
    await page.getByRole("heading", { name: group }).waitFor();
    await expectAccessible(page);

    await page.getByRole("button", { name: t("retainers.field.pace"), exact: true }).click();
    const slowest = (await burns(app, "&sort=pace")).map(({ api_id }) => api_id);
    await expect.poll(() => rowIds(page)).toEqual(slowest);
    await expect(page.getByRole("heading", { name: group })).toHaveCount(0);
    await open("/projects/retainer?view=burn&warning=pace");
    const warned = (await burns(app, "&warning=pace")).map(({ api_id }) => api_id);
    await expect.poll(() => rowIds(page)).toEqual(warned);

    await page.setViewportSize({ width: 375, height: 800 });
    await emulateScheme(page, "dark");
    await open("/projects/retainer?view=burn");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test("the opening sentence links to the rows that it counts", async ({ app }) => {
    const { page, open, t, api } = app;
    const { levels } = (await api.get<{ data: Totals }>("/retainer-burns/totals")).data;
    // Retainers that may run out are not the answer, and in the first days of a month none is over.
    const named = levels.find(({ level, retainers }) => /over|ok/.test(level) && retainers > 0);
    if (!named) throw new Error("No retainer is over or on track");
    await open("/projects/retainer?view=burn&per_page=100");
    const sentence = page.locator("p", { hasText: String(named.retainers) }).first();
    const link = sentence.getByRole("link", { name: new RegExp(`^${named.retainers} `) });
    await link.first().click();
    await expect.poll(() => new URL(page.url()).searchParams.get("level")).toBe(named.level);
    await expect.poll(() => rowIds(page).then((ids) => ids.length)).toBe(named.retainers);
    const other = named.level === "over" ? "ok" : "over";
    await expect(page.getByRole("heading", { name: t(`retainers.group.${other}`) })).toHaveCount(0);
  });

  test("a row shows its days by person and sells extra hours", async ({ app }) => {
    const { page, open, t } = app;
    const [burn] = await burns(app);
    if (!burn) throw new Error("No retainer runs");
    await open("/projects/retainer?view=burn");
    const row = rowOf(page, burn);
    const sell = row.getByRole("link", { name: t("oos_sales.sell") });
    await expect(sell).toHaveCSS("opacity", "0");
    const button = row.getByRole("button", {
      name: t("retainers.detail.open", { retainer: burn.project.name }),
    });
    await button.press("Enter");
    await expect.poll(() => new URL(page.url()).searchParams.get("open")).toBe(burn.api_id);
    await page.getByRole("figure", { name: t("retainers.people.title") }).waitFor();
    await page.getByRole("region", { name: t("retainers.detail.tasks") }).waitFor();
    await expectAccessible(page);
    await button.click();
    await expect(page.getByRole("figure", { name: t("retainers.people.title") })).toHaveCount(0);

    await sell.focus();
    await expect(sell).toHaveCSS("opacity", "1");
    await sell.press("Enter");
    await expect.poll(() => new URL(page.url()).searchParams.get("parent")).toBe(burn.api_id);
  });

  test("a retainer has a text summary, and its ledger balances", async ({ app }) => {
    const { page, open, t } = app;
    const [burn] = await burns(app);
    if (!burn) throw new Error("No retainer runs");
    await open("/projects/retainer?view=burn");
    await rowOf(page, burn).locator("th a").click();
    await page.getByRole("tab", { name: t("projects.tab.overview"), selected: true }).waitFor();
    await page.getByRole("region", { name: t("retainers.headline.title") }).waitFor();
    await expectAccessible(page);
    await page.getByRole("tab", { name: t("projects.tab.ledger"), exact: true }).click();
    await waitForPage(page);
    const over = t("retainers.summary.over", { hours: "", available: "" });
    const summary = page.getByRole("img", { name: new RegExp(over.trim().split(" ").at(0) ?? "") });
    await summary.first().waitFor();
    for (const period of await periods(app, `project=${burn.api_id}`)) {
      const of = (name: keyof Period) => Math.round(Number(period[name]) * 100);
      expect(of("closing_balance")).toBe(
        of("base_hours") +
          of("rollover_in") +
          of("adjustment") -
          of("used_hours") -
          of("late_hours"),
      );
      expect(of("closing_balance")).toBe(
        of("rollover_out") + of("lapsed_hours") - of("overage_hours"),
      );
    }
    await expectAccessible(page);
    await page.setViewportSize({ width: 375, height: 800 });
    await emulateScheme(page, "dark");
    await waitForPage(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("the fee is changed from the page of the retainer", async ({ app }) => {
    const { page, open, t } = app;
    const [burn] = await burns(app);
    if (!burn) throw new Error("No retainer runs");
    await open(`/projects/${burn.api_id}/view`);
    await page.getByRole("button", { name: t("projects.change_fee") }).click();
    const dialog = page.getByRole("dialog", { name: t("terms.title.fee") });
    await dialog.getByLabel(t("terms.amount")).first().waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  });

  test("hours are adjusted with a reason", async ({ app }) => {
    const { page, open, t, api, locale } = app;
    const [burn] = await burns(app, "&sort=pace");
    const [period] = await periods(app, `project=${burn?.api_id}&status=open`);
    if (!burn || !period) throw new Error("No period is open");
    const before = await readPeriod(app, period);
    try {
      await open(`/projects/${burn.api_id}/view?tab=hours`);
      await chooseAction(app, period, "adjust");
      const title = t("retainers.adjust.title", { period: monthLabel(app, period) });
      const dialog = page.getByRole("dialog", { name: title });
      await expectAccessible(page);
      const save = dialog.getByRole("button", { name: t("form.save") });
      await dialog
        .getByLabel(t("retainers.field.adjustment"), { exact: false })
        .first()
        .fill(locale === "fr-ca" ? "-2,5" : "-2.5");
      await dialog
        .getByLabel(t("retainer_periods.field.adjustment_reason"))
        .fill("Geste commercial");
      await save.click();
      await dialog.waitFor({ state: "hidden" });
      const after = await readPeriod(app, period);
      expect([after.adjustment, after.adjustment_reason]).toEqual(["-2.50", "Geste commercial"]);
      await line(app, period)
        .getByText(locale === "fr-ca" ? /[-−]2,5/ : /[-−]2\.5/)
        .first()
        .waitFor();
    } finally {
      await api.send("PATCH", `${LEDGER}/${period.api_id}`, {
        adjustment: before.adjustment,
        adjustment_reason: before.adjustment_reason ?? "",
      });
    }
  });

  test("a month is closed, and reopened only with a reason", async ({ app }) => {
    const { page, open, t, api } = app;
    const found = (await periods(app, "status=open&sort=starts_on")).find(({ can }) =>
      can.includes("lock"),
    );
    const locked = (await periods(app, "status=locked&sort=-starts_on")).find(({ can }) =>
      can.includes("unlock"),
    );
    const period = found ?? locked;
    if (!period) throw new Error("No period has ended");
    if (!found) await api.send("POST", `${LEDGER}/${period.api_id}/unlocks`, { reason: "Essai" });
    // A retainer of many years has more months than a page.
    const sort = found ? "starts_on" : "-starts_on";
    await open(`/projects/${period.project.api_id}/view?tab=hours&per_page=100&sort=${sort}`);
    await chooseAction(app, period, "lock");
    const lock = page.getByRole("dialog");
    await lock.getByRole("button", { name: t("retainers.lock.action"), exact: true }).click();
    await line(app, period)
      .getByRole("img", { name: new RegExp(`^${t("retainers.status.locked")}`) })
      .waitFor();
    expect((await readPeriod(app, period)).status).toBe("locked");

    await chooseAction(app, period, "unlock");
    const reopenDialog = page.getByRole("dialog");
    const go = reopenDialog.getByRole("button", {
      name: t("retainers.unlock.action"),
      exact: true,
    });
    await go.click();
    await reopenDialog.getByText(t("retainers.unlock.reason_needed")).waitFor();
    expect((await readPeriod(app, period)).status).toBe("locked");
    await expectAccessible(page);
    await reopenDialog.getByLabel(t("retainer_periods.field.reason")).fill("Heures oubliées");
    await go.click();
    await line(app, period)
      .getByRole("img", { name: t("retainers.status.open"), exact: true })
      .waitFor();
    expect((await readPeriod(app, period)).status).toBe("open");
    if (!found) await api.send("POST", `${LEDGER}/${period.api_id}/locks`);
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("a team member sees the hours of a retainer and no fee", async ({ app }) => {
    const { page, open, t } = app;
    const [burn] = await burns(app);
    if (!burn) throw new Error("The employee works on no retainer");
    const visible = await periods(app, `project=${burn.api_id}`);
    expect(visible.filter(({ fee, can }) => fee !== undefined || can.length > 0)).toEqual([]);
    await open(`/projects/${burn.api_id}/view?tab=hours&hidden=none`);
    await page
      .getByRole("columnheader", { name: t("retainer_periods.field.used_hours") })
      .waitFor();
    await expect(page.getByText(t("retainer_periods.field.fee"), { exact: true })).toHaveCount(0);
    await open(`/projects/${burn.api_id}/view`);
    await page.getByRole("region", { name: t("retainers.headline.title") }).waitFor();
    const main = page.getByRole("main");
    await expect(main.getByText(t("retainers.strip.payment"), { exact: true })).toHaveCount(0);
    await expect(main.getByText(/\$/)).toHaveCount(0);
    await expect(main.getByRole("link", { name: t("oos_sales.sell") })).toHaveCount(0);
  });
});
