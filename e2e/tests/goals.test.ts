// Goals: set, begun, noted, corrected, closed and opened again; one's own as cards, the team's people, and the list.
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
  showScheme,
} from "../support/pageChecks.ts";
import { pageReady } from "../support/ready.ts";
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

async function goalOf({ api }: App, title: string): Promise<Goal | undefined> {
  const found = `/employee-goals?search=${encodeURIComponent(title)}`;
  const { data } = await api.get<{ data: Goal[] }>(found);
  const [goal] = data;
  return goal && (await api.get<{ data: Goal }>(`/employee-goals/${goal.api_id}`)).data;
}

async function expectGoodLooks({ page }: Pick<App, "page">) {
  await expectNoSidewaysScroll(page);
  await expectNothingCut(page);
  await expectAccessible(page);
  await showScheme(page, "dark");
  await expectAccessible(page, "contrast");
  await showScheme(page, "light");
}

/** The dialogue that an action of the open goal asks in. */
async function ask(app: App, name: string, deed: "close" | "reopen") {
  const { page, words } = app;
  const drawer = page.getByRole("dialog", { name, exact: true });
  await drawer.getByRole("button", { name: words("ui.more_actions", { name }) }).click();
  await page.getByRole("menuitem", { name: words(`goals.do.${deed}`), exact: true }).click();
  return page.getByRole("dialog", { name: words(`goals.dialogue.${deed}`, { name }) });
}

test.describe(() => {
  // A verdict that the figures do not give is refused once.
  test.use({ role: "admin", expectedProblems: /status of 422/ });

  test("a goal is set, noted, corrected, closed and opened again", async ({ app }) => {
    const { page, open, words, locale } = app;
    const name = `Objectif ${locale} ${Date.now()}`;
    const button = (key: string) => ({ name: words(key), exact: true });
    await open("/goals");
    await page.getByRole("button", button("goals.new")).first().click();
    const form = page.getByRole("dialog", { name: words("goals.new") });
    await form.getByLabel(words("goals.field.employee")).first().fill("Fortin");
    await page.getByRole("option", { name: "Émilie Fortin" }).click();
    const field = (label: string) => form.getByLabel(words(`goals.field.${label}`)).first();
    await form.getByLabel(words("goals.field.title")).last().fill(name);
    await field("measure").selectOption("number");
    await form.getByRole("button", button("goals.new")).click();
    await form.getByText(words("validation.required")).first().waitFor();
    await expectAccessible(page);
    await field("target_value").fill("8");
    await field("period_start").fill("2026-01-01");
    await field("period_end").fill("2027-12-31");
    await form.getByRole("button", button("goals.new")).click();
    await form.waitFor({ state: "hidden" });
    expect((await goalOf(app, name))?.status).toBe("active");

    await page.getByRole("tab", { name: words("goals.tab.all") }).click();
    await page.getByRole("searchbox").fill(name);
    await page.getByRole("link", { name }).click();
    const drawer = page.getByRole("dialog", { name, exact: true });
    await drawer.getByRole("button", button("goals.do.check_in")).click();
    const noting = page.getByRole("dialog", {
      name: words("goals.dialogue.check_in", { name }),
    });
    await noting.getByLabel(words("goals.field.value")).first().fill("20");
    await noting.getByRole("button", button("goals.do.check_in")).click();
    await noting.waitFor({ state: "hidden" });
    await drawer.getByRole("button", button("goals.do.correct")).click();
    const correcting = page.getByRole("dialog", {
      name: words("goals.dialogue.correct", { name }),
    });
    await correcting.getByLabel(words("goals.field.value")).first().fill("2");
    await correcting.getByRole("button", button("goals.do.check_in")).click();
    await correcting.waitFor({ state: "hidden" });
    await drawer.getByText(words("goals.corrected")).waitFor();
    await pageReady(page);
    await expectAccessible(page);
    const noted = await goalOf(app, name);
    expect(noted?.attainment).toBe("0.2500");
    expect(noted?.check_ins?.map(({ is_corrected: was }) => was)).toEqual([false, true]);

    const closing = await ask(app, name, "close");
    await closing.getByLabel(words("goals.field.verdict")).first().selectOption("achieved");
    await closing.getByRole("button", button("goals.do.close")).click();
    await closing.getByRole("alert").first().waitFor();
    expect((await goalOf(app, name))?.status).toBe("active");
    await closing.getByLabel(words("goals.field.closing_note")).first().fill("Convenu ainsi.");
    await closing.getByRole("button", button("goals.do.close")).click();
    await closing.waitFor({ state: "hidden" });
    await drawer.getByText("Convenu ainsi.").waitFor();
    const opening = await ask(app, name, "reopen");
    await opening.getByLabel(words("goals.field.reason")).first().fill("Trop tôt");
    await opening.getByRole("button", button("goals.do.reopen")).click();
    await opening.waitFor({ state: "hidden" });
    await expect.poll(async () => (await goalOf(app, name))?.status).toBe("active");
    await drawer.getByRole("button", button("goals.do.check_in")).waitFor();

    const last = await ask(app, name, "close");
    await last.getByLabel(words("goals.field.verdict")).first().selectOption("cancelled");
    await last.getByLabel(words("goals.field.closing_note")).first().fill("Essai terminé.");
    await last.getByRole("button", button("goals.do.close")).click();
    await expect.poll(async () => (await goalOf(app, name))?.status).toBe("cancelled");
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("one’s own goals", async ({ app }) => {
    const { page, open, words } = app;
    await open("/goals");
    await page.getByRole("list", { name: words("goals.running") }).waitFor();
    await pageReady(page);
    await expect(page.getByRole("button", { name: words("goals.new") })).toHaveCount(0);
    await expect(page.getByRole("tab", { name: words("goals.tab.team") })).toHaveCount(0);
    await expectGoodLooks(app);
    await page.getByRole("tab", { name: words("goals.tab.all") }).click();
    await page.locator("tbody tr").first().waitFor();
    await expectGoodLooks(app);
  });
});

test.describe(() => {
  test.use({ role: "account_manager" });

  test("a team’s people beside their goals", async ({ app }) => {
    const { page, open, words } = app;
    await open("/goals?tab=team");
    await page.getByRole("region", { name: "Émilie Fortin" }).waitFor();
    await pageReady(page);
    await expectGoodLooks(app);
    await page.getByLabel(words("goals.field.team")).first().fill("Atlantic");
    await page.getByRole("option", { name: "Atlantic" }).click();
    await page.waitForURL(/team=/);
    await page.getByRole("region", { name: "Émilie Fortin" }).waitFor({ state: "detached" });
    await page.reload();
    await pageReady(page);
    await expect
      .poll(() => page.getByLabel(words("goals.field.team")).first().inputValue())
      .toBe("Atlantic");
  });
});

test.describe(() => {
  test.use({ role: "account_manager", viewport: { width: 375, height: 850 } });

  test("goals on a phone", async ({ page, open, words }) => {
    for (const tab of ["mine", "team", "all"]) {
      await open(`/goals?tab=${tab}`);
      await page.getByRole("tab", { name: words(`goals.tab.${tab}`), selected: true }).waitFor();
      await pageReady(page);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
});
