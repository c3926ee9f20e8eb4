// Tests churn: recorded on a retainer's page, corrected, confirmed and undone; its list and the MRR bridge.
import {
  emulateScheme,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Row {
  api_id: string;
  name: string;
  client: Row;
}

interface Churn {
  state: string;
  reason: string;
  effective_on: string;
  attribution: { weight: number }[];
}

/** A new retainer of a client whose account manager is an employee. */
async function newRetainer({ api }: App, name: string): Promise<string> {
  const { data: managers } = await api.get<{ data: Row[] }>("/account-managers");
  const { data: clients } = await api.get<{ data: Row[] }>("/clients?status=active");
  const { data } = await api.send<{ data: Row }>("POST", "/projects", {
    name,
    kind: "retainer",
    client: clients[0]?.api_id,
    account_manager: managers.find(({ name: manager }) => manager === "Maëlle Tremblay")?.api_id,
    start_on: "2026-01-01",
    currency: "CAD",
    monthly_fee: "4250.00",
    status: "active",
  });
  return data.api_id;
}

async function findChurn({ api }: App, project: string): Promise<Churn | undefined> {
  return (await api.get<{ data: Churn[] }>(`/churn-events?project=${project}`)).data[0];
}

const projectStatus = async ({ api }: App, project: string) =>
  (await api.get<{ data: { status: string } }>(`/projects/${project}`)).data.status;

async function choose({ page, t }: App, name: string, action: string): Promise<void> {
  await page
    .getByRole("button", { name: t("ui.more_actions", { name }) })
    .last()
    .click();
  await page.getByRole("menuitem", { name: t(`churns.${action}.action`) }).click();
  const question = page.getByRole("dialog", { name: t(`churns.${action}.title`, { name }) });
  await question.waitFor();
  await expectAccessible(page);
  const confirm = { name: t(`churns.${action}.action`), exact: true };
  await question.getByRole("button", confirm).click();
  await question.waitFor({ state: "hidden" });
}

async function fillIn(app: App): Promise<void> {
  const { page, t } = app;
  const field = (label: string) => page.getByLabel(t(`churns.field.${label}`)).first();
  const share = page.getByLabel(t("form.weights.share", { position: "1" }));
  await expect(share).toHaveValue("100");
  await field("reason").selectOption("competitor");
  await field("competitor").fill("Agence Boréale");
  await field("note").fill("Appel d’offres perdu de peu.");
  await share.fill("60");
  await page.getByRole("button", { name: t("churns.record"), exact: true }).click();
  await page.getByText(t("form.weights.must_be_100")).first().waitFor();
  await expectAccessible(page);
  await share.fill("100");
}

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("churn is recorded, corrected, confirmed and undone", async ({ app }) => {
    const { page, open, t, api, locale } = app;
    const name = `Forfait éphémère ${locale} ${Date.now()}`;
    const project = await newRetainer(app, name);
    try {
      await open(`/projects/${project}/view`);
      await page.getByRole("link", { name: t("churns.record_action") }).click();
      await page
        .getByRole("heading", { level: 1, name: t("churns.record_title", { name }) })
        .waitFor();
      await waitForPage(page);
      await fillIn(app);
      await page.getByRole("button", { name: t("churns.record"), exact: true }).click();
      await page.getByRole("tab", { name: t("churns.project_tab"), selected: true }).waitFor();
      await page.getByText("Agence Boréale").first().waitFor();
      await waitForPage(page);
      await expectAccessible(page);
      const created = await findChurn(app, project);
      expect([created?.state, created?.reason, created?.attribution[0]?.weight]).toEqual([
        "recorded",
        "competitor",
        100,
      ]);
      // It runs through its last day, which is today.
      expect(await projectStatus(app, project)).toBe("active");

      await page.getByRole("button", { name: t("churns.edit"), exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(t("churns.field.reason")).selectOption("price");
      await dialog.getByRole("button", { name: t("form.save"), exact: true }).click();
      await dialog.waitFor({ state: "hidden" });
      expect((await findChurn(app, project))?.reason).toBe("price");

      await waitForPage(page);
      await choose(app, name, "confirm");
      await expect.poll(async () => (await findChurn(app, project))?.state).toBe("confirmed");
      await page
        .getByRole("button", { name: t("churns.edit"), exact: true })
        .waitFor({ state: "detached" });
      await choose(app, name, "void");
      await expect.poll(async () => (await findChurn(app, project))?.state).toBe("voided");
      expect(await projectStatus(app, project)).toBe("active");
      await page.getByRole("link", { name: t("churns.record_action") }).waitFor();
    } finally {
      if ((await findChurn(app, project))?.state !== "voided")
        await api.send("DELETE", `/churned-projects/${project}`);
      await api.send("PATCH", `/projects/${project}`, { status: "cancelled" });
    }
  });
});

test.describe(() => {
  test.use({ role: "churn_manager", locale: "fr-CA" });

  test("churn and its totals", async ({ app }) => {
    const { page, open, t } = app;
    await open("/churns");
    await page.getByText(/de RMR perdu avec \d+ forfaits; \d+ clients perdus/).waitFor();
    await expectScreenQuality(app);
    const link = page.locator("tbody tr th a").first();
    const name = await link.innerText();
    await link.click();
    const drawer = page.getByRole("dialog", { name: t("churns.detail_title", { name }) });
    await drawer.getByText(t("churns.field.months_managed")).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "hidden" });
    await page.getByRole("tab", { name: t("churns.tab.movements") }).click();
    await page.getByLabel(t("analysis.period")).selectOption("twelve_months");
    await page.waitForURL(/period=twelve_months/);
    await waitForPage(page);
    await page
      .getByText(t("churn_analysis.of_start.label.net_revenue_retention"))
      .first()
      .waitFor();
    await expectScreenQuality(app);
  });
});

test.describe(() => {
  test.use({ role: "account_manager", locale: "fr-CA", viewport: { width: 375, height: 850 } });

  test("churn on a phone", async ({ page, open }) => {
    await open("/churns");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

async function expectScreenQuality({ page }: Pick<App, "page">) {
  await expectNoSidewaysScroll(page);
  await expectNothingCut(page);
  await expectAccessible(page);
  await emulateScheme(page, "dark");
  await expectAccessible(page, "contrast");
  await emulateScheme(page, "light");
}

test.describe(() => {
  test.use({ role: "employee", locale: "fr-CA" });

  test("an employee cannot record churn", async ({ page, open, t, api }) => {
    const { data } = await api.get<{ data: Row[] }>("/projects");
    await open(`/projects/${data[0]?.api_id}/churn`);
    await page.getByText(t("ui.forbidden.title")).waitFor();
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("the churn analysis", async ({ app }) => {
    const { page, open, t } = app;
    await open("/churns?tab=analysis&currency=CAD");
    const bridge = page.getByRole("figure", { name: t("churn_analysis.bridge") });
    await bridge.getByRole("img").waitFor();
    await expectScreenQuality(app);
    await page.setViewportSize({ width: 375, height: 3200 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1366, height: 3200 });
    await waitForPage(page);
    await page.setViewportSize({ width: 1366, height: 850 });
    // In print: light, without buttons, charts unchanged.
    await page.emulateMedia({ media: "print" });
    await bridge.getByRole("img").waitFor();
    await bridge.getByRole("button").first().waitFor({ state: "hidden" });
    await page.emulateMedia({ media: "screen" });
    await page.getByLabel(t("analysis.period"), { exact: true }).selectOption("last_year");
    await page.waitForURL(/period=last_year/);
    await page.getByLabel(t("analysis.currency"), { exact: true }).selectOption("USD");
    await page.waitForURL(/currency=USD/);
  });

  test("a churn figure links to its rows", async ({ app }) => {
    const { page, open, t } = app;
    await open("/churns?tab=analysis&currency=CAD&tables=bridge.reasons");
    const reasons = page.getByRole("table", { name: t("churn_analysis.by.reasons") });
    const line = reasons.locator("tbody tr").first();
    const count = Number(await line.locator("td").nth(2).innerText());
    await line.getByRole("link").click();
    await page.waitForURL(/reason=/);
    await waitForPage(page);
    await expect(page.locator("tbody tr")).toHaveCount(Math.min(10, count));
    await page.goBack();
    const bridge = page.getByRole("table", { name: t("churn_analysis.bridge") });
    await bridge.getByRole("link", { name: t("churns.movements.churn"), exact: true }).click();
    await page.waitForURL(/tab=changes/);
    await waitForPage(page);
    await expectNothingCut(page);
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("each line of a currency's bridge links to its movements", async ({ app }) => {
    const { page, open, t, api } = app;
    await open("/churns?tab=movements&period=twelve_months&currency=CAD&tables=cad");
    const chart = page.getByRole("figure").filter({ has: page.getByRole("table") });
    for (const line of ["mrr_start", "contraction", "churn", "mrr_end"]) {
      const row = chart
        .getByRole("link", { name: t(`churns.movements.${line}`), exact: true })
        .first();
      await row.click();
      await page.waitForURL(/tab=changes/);
      await waitForPage(page);
      const { searchParams } = new URL(page.url());
      expect(searchParams.get("of_currency")).toBe("CAD");
      const requested = ["from", "to", "kind", "of_currency"]
        .filter((name) => searchParams.has(name))
        .map((name) => `${name}=${searchParams.get(name)}`);
      const { meta } = await api.get<{ meta: { total: number } }>(
        `/mrr-movements?${requested.join("&")}`,
      );
      await expect(page.locator("tbody tr"), line).toHaveCount(Math.min(10, meta.total));
      await page.goBack();
      await waitForPage(page);
    }
    const card = page.locator("dl > div").filter({ hasText: t("churns.movements.project_churn") });
    const lost = Number.parseInt(await card.locator("dd a").innerText(), 10);
    await card.locator("dd a").click();
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("table").waitFor();
    await expect(drawer.locator("tbody tr")).toHaveCount(lost);
    await open("/churns?tab=analysis&currency=CAD");
    const lastDay = page.locator("dl > div").filter({ hasText: t("churns.movements.mrr_end") });
    await lastDay.locator("dd a").click();
    const label = t("dashboard.mrr.label");
    await page.getByRole("dialog", { name: t("dashboard.rows_of", { label }) }).waitFor();
    await drawer.getByRole("table").waitFor();
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("a period too long to list shows a message instead of a link", async ({ page, open, t }) => {
    await open("/churns?tab=analysis&from=2018-01-01&to=2026-10-31&currency=CAD");
    const card = page.locator("dl > div").filter({ hasText: t("churns.movements.project_churn") });
    await card.getByText(t("churn_analysis.too_long")).waitFor();
    await expect(card.locator("dd a")).toHaveCount(0);
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", viewport: { width: 1440, height: 1000 } });

  test("24 months of retention fit side by side, even with the longest month name", async ({
    page,
    open,
    t,
  }) => {
    await open("/churns?tab=analysis&currency=CAD");
    const chart = page.getByRole("figure", { name: t("churn_analysis.cohorts") });
    const hidden = await chart.getByRole("img").evaluate((grid) => {
      let box: Element | null = grid;
      while (box && getComputedStyle(box).overflowX !== "auto") box = box.parentElement;
      return box === null ? Number.NaN : box.scrollWidth - box.clientWidth;
    });
    expect(hidden).toBeLessThanOrEqual(0);
    await expectNothingCut(page);
  });
});
