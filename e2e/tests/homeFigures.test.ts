// Tests the home page's key figures: four by role, without a layout shift, each with a link to its rows; restricted
// figures are neither shown nor requested.
import type { Page } from "@playwright/test";
import { MAX_SHIFT, recordShifts, shifted } from "../support/layoutShift.ts";
import {
  emulateScheme,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

const figures = (page: Page) => page.locator("main dl > div");

test.describe(() => {
  test.use({ role: "admin", viewport: { width: 1366, height: 2400 } });

  test("home's figures load without a layout shift and open their rows", async ({ app }) => {
    const { page, open, t } = app;
    await recordShifts(page);
    await open("/");
    await page.waitForLoadState("networkidle");
    await expect(figures(page)).toHaveCount(4);
    await expect(page.locator("dl svg[role=img]")).toHaveCount(4);
    expect(await shifted(page)).toBeLessThanOrEqual(MAX_SHIFT);
    await expectNothingCut(page);
    await expectAccessible(page);
    await emulateScheme(page, "dark");
    await expectAccessible(page, "contrast");
    await figures(page)
      .filter({ hasText: t("dashboard.overdue.label") })
      .getByRole("link")
      .first()
      .click();
    await page.waitForURL((url) => url.searchParams.get("rows") === "overdue");
    await page.getByRole("dialog").getByRole("table").waitFor();
  });
});

test.describe(() => {
  test.use({ role: "admin", colorScheme: "dark", viewport: { width: 375, height: 6000 } });

  test("home on a phone", async ({ app }) => {
    const { page, open } = app;
    await recordShifts(page);
    await open("/");
    await page.waitForLoadState("networkidle");
    expect(await shifted(page)).toBeLessThanOrEqual(MAX_SHIFT);
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
    await emulateScheme(page, "light");
  });
});

/** The requests of the home page until it is complete. */
async function homeRequests({ page, open }: App): Promise<string[]> {
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/v1/")) requested.push(pathname.replace("/api/v1", "") + search);
  });
  await open("/");
  await page.waitForLoadState("networkidle");
  return requested;
}

const LABELS = {
  admin: ["mrr", "revenue", "overdue", "utilisation"],
  account_manager: ["mrr", "overdue", "burn_at_risk", "active_clients"],
  churn_manager: ["mrr", "lost_retainers", "lost_clients", "active_clients"],
  financial_manager: ["overdue", "receivables", "revenue", "mrr"],
} as const;

for (const [as, names] of Object.entries(LABELS)) {
  test.describe(() => {
    test.use({ role: as as keyof typeof LABELS });

    test(`home shows the figures of a role and requests each once, ${as}`, async ({ app }) => {
      const { page, t } = app;
      const requested = await homeRequests(app);
      expect(requested.filter((one, place) => requested.indexOf(one) < place)).toEqual([]);
      await waitForPage(page);
      const shown = await figures(page).locator("dt").allInnerTexts();
      expect(shown.map((text) => text.split(" · ")[0]?.trim())).toEqual(
        names.map((name) => t(`dashboard.${name}.label`)),
      );
    });
  });
}
