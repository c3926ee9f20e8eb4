// Tests the page of a project: its tabs in one line, its title beside its client's name, and a draft's first sentence.
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { expectFocus } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Row {
  api_id: string;
  name: string;
}

/** Creates a retainer of the first active client, which ends on the client's name. */
async function createDraft({ api }: App, startOn: string) {
  const { data: managers } = await api.get<{ data: Row[] }>("/account-managers");
  const { data: clients } = await api.get<{ data: Row[] }>("/clients?status=active");
  const client = clients[0]?.name ?? "";
  const short = `Draft retainer ${Date.now()}`;
  const { data } = await api.send<{ data: Row }>("POST", "/projects", {
    name: `${short} – ${client}`,
    kind: "retainer",
    client: clients[0]?.api_id,
    account_manager: managers[0]?.api_id,
    start_on: startOn,
    currency: "CAD",
    monthly_fee: "1000.00",
    status: "draft",
  });
  return { id: data.api_id, name: data.name, short, client };
}

async function firstRetainer({ api }: App): Promise<string> {
  const { data } = await api.get<{ data: Row[] }>("/projects?kind=retainer&status=active");
  return data[0]?.api_id ?? "";
}

/** Whether the whole tab is within its line. */
const isInLine = (tab: Locator) =>
  tab.evaluate((element) => {
    const line = element.parentElement?.getBoundingClientRect();
    const { left, right } = element.getBoundingClientRect();
    return line !== undefined && left >= line.left - 1 && right <= line.right + 1;
  });

const heights = (page: Page) =>
  page
    .getByRole("tab")
    .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top).sort());

for (const locale of ["en-US", "fr-CA"] as const) {
  test.describe(locale, () => {
    test.use({ role: "admin", locale });

    test("the tabs of a project take one line on a phone", async ({ app }) => {
      const { page, open, t } = app;
      await page.setViewportSize({ width: 390, height: 844 });
      await open(`/projects/${await firstRetainer(app)}/view?tab=files`);
      const tops = await heights(page);
      expect(tops.at(-1)).toBe(tops[0]);
      const files = page.getByRole("tab", { name: t("projects.tab.files") });
      expect(await isInLine(files), "the open tab is visible").toBe(true);
      await files.focus();
      await page.keyboard.press("Home");
      const first = page.getByRole("tab", { name: t("projects.tab.overview") });
      await expectFocus(first);
      await expect.poll(() => isInLine(first)).toBe(true);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });

    test("the title of a project does not repeat its client", async ({ app }) => {
      const { page, open, api, t } = app;
      const { id, name, short, client } = await createDraft(app, "2026-01-01");
      await open(`/projects/${id}/view`);
      const title = page.getByRole("heading", { level: 1, name });
      await expect(title).toBeVisible();
      const repeated = title.getByText(client);
      expect((await repeated.boundingBox())?.width, "only read aloud").toBeLessThanOrEqual(1);
      const crumbs = page.getByRole("navigation", { name: t("shell.breadcrumbs.label") });
      await expect(crumbs.getByText(short, { exact: true })).toBeVisible();
      await expect(crumbs.getByRole("link", { name: client, exact: true })).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(client));
      await api.send("PATCH", `/projects/${id}`, { status: "cancelled" });
    });

    test("a draft retainer says when its hours count", async ({ app }) => {
      const { page, open, api, t } = app;
      const { id } = await createDraft(app, "2026-01-01");
      await open(`/projects/${id}/view`);
      const [sentence = ""] = t("retainers.headline.draft", { date: "|" }).split("|");
      await expect(page.getByText(sentence)).toBeVisible();
      const [starts = ""] = t("retainers.headline.not_started", { date: "|" }).split("|");
      await expect(page.getByText(starts)).toHaveCount(0);
      await api.send("PATCH", `/projects/${id}`, { status: "cancelled" });
    });
  });
}
