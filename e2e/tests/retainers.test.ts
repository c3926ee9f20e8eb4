// Retainers' hours: which are in danger, what the ledger says of each month, and that it is changed by those who may.
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, showScheme } from "../support/pageChecks.ts";
import { pageReady } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ locale: "fr-CA" });

interface Burn {
  api_id: string;
  project: { name: string };
  pace: string | null;
  level: string;
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
const rowNames = (page: Page) => page.locator("tbody tr th").allInnerTexts();

async function burns({ api }: App, query = ""): Promise<Burn[]> {
  return (await api.get<{ data: Burn[] }>(`/retainer-burns?per_page=10${query}`)).data;
}

async function periods({ api }: App, query: string): Promise<Period[]> {
  return (await api.get<{ data: Period[] }>(`${LEDGER}?per_page=100&${query}`)).data;
}

/** A period's name as its month is written, shortly in its line. */
const monthOf = ({ locale }: App, period: Period, month: "long" | "short" = "long") =>
  new Intl.DateTimeFormat(locale === "fr-ca" ? "fr-CA" : "en-US", {
    month,
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(period.starts_on));

const line = (app: App, period: Period) =>
  app.page.getByRole("row").filter({ hasText: monthOf(app, period, "short") });

async function act(app: App, period: Period, action: string): Promise<void> {
  const { page, words } = app;
  await line(app, period).getByRole("button", { name: /./ }).last().click();
  await page
    .getByRole("menuitem", { name: words(`retainers.${action}.action`), exact: true })
    .click();
}

const readPeriod = async ({ api }: App, { api_id }: Period) =>
  (await api.get<{ data: Period & { adjustment_reason: string | null } }>(`${LEDGER}/${api_id}`))
    .data;

test.describe(() => {
  test.use({ role: "account_manager" });

  test("those in most danger come first", async ({ app }) => {
    const { page, open, words } = app;
    await open("/projects/retainer");
    await page.getByRole("link", { name: words("projects.view.burn"), exact: true }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?view=burn");
    await pageReady(page);
    const expected = (await burns(app)).map(({ project }) => project.name);
    await expect.poll(() => rowNames(page)).toEqual(expected);
    await page.getByText(words("retainers.level.over"), { exact: true }).first().waitFor();
    await expectAccessible(page);

    await page.getByRole("button", { name: words("retainers.field.pace"), exact: true }).click();
    const slowest = (await burns(app, "&sort=pace")).map(({ project }) => project.name);
    await expect.poll(() => rowNames(page)).toEqual(slowest);
    await open("/projects/retainer?view=burn&warning=pace");
    const warned = (await burns(app, "&warning=pace")).map(({ project }) => project.name);
    expect(warned.length).toBeGreaterThan(0);
    await expect.poll(() => rowNames(page)).toEqual(warned);

    await page.setViewportSize({ width: 375, height: 800 });
    await showScheme(page, "dark");
    await open("/projects/retainer?view=burn");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test("a retainer answers in words, and its ledger closes", async ({ app }) => {
    const { page, open, words } = app;
    const [burn] = await burns(app);
    if (!burn) throw new Error("No retainer runs");
    await open("/projects/retainer?view=burn");
    await page.getByRole("link", { name: burn.project.name, exact: true }).click();
    await page.getByRole("tab", { name: words("retainers.tab"), selected: true }).waitFor();
    await pageReady(page);
    const over = words("retainers.words.over", { hours: "", available: "" });
    const said = page.getByRole("img", { name: new RegExp(over.trim().split(" ").at(0) ?? "") });
    await said.first().waitFor();
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
    await showScheme(page, "dark");
    await pageReady(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("hours are given with a reason", async ({ app }) => {
    const { page, open, words, api, locale } = app;
    const [burn] = await burns(app, "&sort=pace");
    const [period] = await periods(app, `project=${burn?.api_id}&status=open`);
    if (!burn || !period) throw new Error("No period is open");
    const before = await readPeriod(app, period);
    try {
      await open(`/projects/${burn.api_id}/view?tab=hours`);
      await act(app, period, "adjust");
      const title = words("retainers.adjust.title", { period: monthOf(app, period) });
      const dialog = page.getByRole("dialog", { name: title });
      await expectAccessible(page);
      const save = dialog.getByRole("button", { name: words("form.save") });
      await dialog
        .getByLabel(words("retainers.field.adjustment"), { exact: false })
        .first()
        .fill(locale === "fr-ca" ? "-2,5" : "-2.5");
      await dialog
        .getByLabel(words("retainer_periods.field.adjustment_reason"))
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

  test("a month is locked, and unlocked for a reason only", async ({ app }) => {
    const { page, open, words, api } = app;
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
    await act(app, period, "lock");
    const lock = page.getByRole("dialog");
    await lock.getByRole("button", { name: words("retainers.lock.action"), exact: true }).click();
    await line(app, period)
      .getByRole("img", { name: new RegExp(`^${words("retainers.status.locked")}`) })
      .waitFor();
    expect((await readPeriod(app, period)).status).toBe("locked");

    await act(app, period, "unlock");
    const unlock = page.getByRole("dialog");
    const go = unlock.getByRole("button", {
      name: words("retainers.unlock.action"),
      exact: true,
    });
    await go.click();
    await unlock.getByText(words("retainers.unlock.reason_needed")).waitFor();
    expect((await readPeriod(app, period)).status).toBe("locked");
    await expectAccessible(page);
    await unlock.getByLabel(words("retainer_periods.field.reason")).fill("Heures oubliées");
    await go.click();
    await line(app, period)
      .getByRole("img", { name: words("retainers.status.open"), exact: true })
      .waitFor();
    expect((await readPeriod(app, period)).status).toBe("open");
    if (!found) await api.send("POST", `${LEDGER}/${period.api_id}/locks`);
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("who works on a retainer sees its hours and no fee", async ({ app }) => {
    const { page, open, words } = app;
    const [burn] = await burns(app);
    if (!burn) throw new Error("The employee works on no retainer");
    const seen = await periods(app, `project=${burn.api_id}`);
    expect(seen.filter(({ fee, can }) => fee !== undefined || can.length > 0)).toEqual([]);
    await open(`/projects/${burn.api_id}/view?tab=hours&hidden=none`);
    await page
      .getByRole("columnheader", { name: words("retainer_periods.field.used_hours") })
      .waitFor();
    await expect(page.getByText(words("retainer_periods.field.fee"), { exact: true })).toHaveCount(
      0,
    );
  });
});
