// Tests goals: created, started, checked in, corrected, closed and reopened; as cards, by team, and as a list.
import {
  emulateScheme,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ locale: "fr-CA" });

interface Goal {
  api_id: string;
  title: string;
  status: string;
  attainment: string | null;
  current_value: string;
  check_ins?: { value: string; is_corrected: boolean }[];
}

async function findGoal({ api }: App, title: string): Promise<Goal | undefined> {
  const found = `/employee-goals?search=${encodeURIComponent(title)}`;
  const { data } = await api.get<{ data: Goal[] }>(found);
  const [goal] = data;
  return goal && (await api.get<{ data: Goal }>(`/employee-goals/${goal.api_id}`)).data;
}

async function expectScreenQuality({ page }: Pick<App, "page">) {
  await expectNoSidewaysScroll(page);
  await expectNothingCut(page);
  await expectAccessible(page);
  await emulateScheme(page, "dark");
  await expectAccessible(page, "contrast");
  await emulateScheme(page, "light");
}

/** The dialog of an action of the open goal. */
async function openActionDialog(app: App, name: string, action: "close" | "reopen") {
  const { page, t } = app;
  const drawer = page.getByRole("dialog", { name, exact: true });
  await drawer.getByRole("button", { name: t("ui.more_actions", { name }) }).click();
  await page.getByRole("menuitem", { name: t(`goals.do.${action}`), exact: true }).click();
  return page.getByRole("dialog", { name: t(`goals.dialogue.${action}`, { name }) });
}

test.describe(() => {
  // One outcome that contradicts the figures is refused.
  test.use({ role: "admin", expectedProblems: /status of 422/ });

  test("a goal is created, checked in, corrected, closed and reopened", async ({ app }) => {
    const { page, open, t, locale } = app;
    const name = `Objectif ${locale} ${Date.now()}`;
    const button = (key: string) => ({ name: t(key), exact: true });
    await open("/goals");
    await page.getByRole("button", button("goals.new")).first().click();
    const form = page.getByRole("dialog", { name: t("goals.new") });
    await form.getByLabel(t("goals.field.employee")).first().fill("Fortin");
    await page.getByRole("option", { name: "Émilie Fortin" }).click();
    const field = (label: string) => form.getByLabel(t(`goals.field.${label}`)).first();
    await form.getByLabel(t("goals.field.title")).last().fill(name);
    await field("measure").selectOption("number");
    await form.getByRole("button", button("goals.new")).click();
    await form.getByText(t("validation.required")).first().waitFor();
    await expectAccessible(page);
    await field("target_value").fill("8");
    await field("period_start").fill("2026-01-01");
    await field("period_end").fill("2027-12-31");
    await form.getByRole("button", button("goals.new")).click();
    await form.waitFor({ state: "hidden" });
    expect((await findGoal(app, name))?.status).toBe("active");

    await page.getByRole("tab", { name: t("goals.tab.all") }).click();
    await page.getByRole("searchbox").fill(name);
    await page.getByRole("link", { name }).click();
    const drawer = page.getByRole("dialog", { name, exact: true });
    await drawer.getByRole("button", button("goals.do.check_in")).click();
    const checkInDialog = page.getByRole("dialog", {
      name: t("goals.dialogue.check_in", { name }),
    });
    await checkInDialog.getByLabel(t("goals.field.value")).first().fill("20");
    await checkInDialog.getByRole("button", button("goals.do.check_in")).click();
    await checkInDialog.waitFor({ state: "hidden" });
    await drawer.getByRole("button", button("goals.do.correct")).click();
    const correcting = page.getByRole("dialog", {
      name: t("goals.dialogue.correct", { name }),
    });
    await correcting.getByLabel(t("goals.field.value")).first().fill("2");
    await correcting.getByRole("button", button("goals.do.check_in")).click();
    await correcting.waitFor({ state: "hidden" });
    await drawer.getByText(t("goals.corrected")).waitFor();
    await waitForPage(page);
    await expectAccessible(page);
    const checkIn = await findGoal(app, name);
    expect(checkIn?.attainment).toBe("0.2500");
    expect(checkIn?.check_ins?.map(({ is_corrected: was }) => was)).toEqual([false, true]);

    const closing = await openActionDialog(app, name, "close");
    await closing.getByLabel(t("goals.field.verdict")).first().selectOption("achieved");
    await closing.getByRole("button", button("goals.do.close")).click();
    await closing.getByRole("alert").first().waitFor();
    expect((await findGoal(app, name))?.status).toBe("active");
    await closing.getByLabel(t("goals.field.closing_note")).first().fill("Convenu ainsi.");
    await closing.getByRole("button", button("goals.do.close")).click();
    await closing.waitFor({ state: "hidden" });
    await drawer.getByText("Convenu ainsi.").waitFor();
    const opening = await openActionDialog(app, name, "reopen");
    await opening.getByLabel(t("goals.field.reason")).first().fill("Trop tôt");
    await opening.getByRole("button", button("goals.do.reopen")).click();
    await opening.waitFor({ state: "hidden" });
    await expect.poll(async () => (await findGoal(app, name))?.status).toBe("active");
    await drawer.getByRole("button", button("goals.do.check_in")).waitFor();

    const last = await openActionDialog(app, name, "close");
    await last.getByLabel(t("goals.field.verdict")).first().selectOption("cancelled");
    await last.getByLabel(t("goals.field.closing_note")).first().fill("Essai terminé.");
    await last.getByRole("button", button("goals.do.close")).click();
    await expect.poll(async () => (await findGoal(app, name))?.status).toBe("cancelled");
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("own goals", async ({ app }) => {
    const { page, open, t } = app;
    await open("/goals");
    await page.getByRole("list", { name: t("goals.running") }).waitFor();
    await waitForPage(page);
    await expect(page.getByRole("button", { name: t("goals.new") })).toHaveCount(0);
    await expect(page.getByRole("tab", { name: t("goals.tab.team") })).toHaveCount(0);
    await expectScreenQuality(app);
    await page.getByRole("tab", { name: t("goals.tab.all") }).click();
    await page.locator("tbody tr").first().waitFor();
    await expectScreenQuality(app);
  });
});

test.describe(() => {
  test.use({ role: "account_manager" });

  test("goals by team member", async ({ app }) => {
    const { page, open, t } = app;
    await open("/goals?tab=team");
    await page.getByRole("region", { name: "Émilie Fortin" }).waitFor();
    await waitForPage(page);
    await expectScreenQuality(app);
    await page.getByLabel(t("goals.field.team")).first().fill("Atlantic");
    await page.getByRole("option", { name: "Atlantic" }).click();
    await page.waitForURL(/team=/);
    await page.getByRole("region", { name: "Émilie Fortin" }).waitFor({ state: "detached" });
    await page.reload();
    await waitForPage(page);
    await expect
      .poll(() => page.getByLabel(t("goals.field.team")).first().inputValue())
      .toBe("Atlantic");
  });
});

test.describe(() => {
  test.use({ role: "account_manager", viewport: { width: 375, height: 850 } });

  test("goals on a phone", async ({ page, open, t }) => {
    for (const tab of ["mine", "team", "all"]) {
      await open(`/goals?tab=${tab}`);
      await page.getByRole("tab", { name: t(`goals.tab.${tab}`), selected: true }).waitFor();
      await waitForPage(page);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
});
