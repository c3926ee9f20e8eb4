// Tests margins: the ten worst projects, the rows behind a number, hours to check, and external costs that lower a margin.
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Margin {
  api_id: string;
  record: { api_id: string; name: string } | null;
  margin: { amount: string };
}

const DAYS = "from=2026-01-01";

async function read<Row>({ api }: App, path: string): Promise<Row> {
  return (await api.get<{ data: Row }>(path)).data;
}

test.describe(() => {
  test.use({ role: "financial_manager" });

  test("the worst projects come first, and a margin opens its rows", async ({ app }) => {
    const { page, open, t } = app;
    const worst = await read<Margin[]>(app, `/margins?by=project&${DAYS}`);
    await open(`/margin?by=project&${DAYS}`);
    const links = page.getByRole("table").first().getByRole("row");
    await expect(links).toHaveCount(worst.length + 1);
    const first = worst[0];
    if (first?.record == null) throw new Error("No project has a margin");
    const row = links.nth(1);
    await expect(row).toContainText(first.record.name);
    await row.getByRole("button").first().click();
    const drawer = page.getByRole("dialog", { name: /./ });
    await expect(drawer.getByRole("table")).toContainText(first.record.name);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "hidden" });
    const rate = row.getByRole("button").last();
    await rate.click();
    await expect(drawer).toContainText("÷");
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "hidden" });
    await page.getByRole("link", { name: t("margin.ready.worst") }).click();
    await page.waitForURL(/per_page=10/);
    await waitForPage(page);
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", viewport: { width: 390, height: 844 } });

  test("an external cost lowers the margin of its project", async ({ app }) => {
    const { page, open, t, api } = app;
    const [project] = await read<Margin[]>(app, `/margins?by=project&sort=-margin&${DAYS}`);
    const id = project?.api_id ?? "";
    const { currency } = await read<{ currency: string }>(app, `/projects/${id}`);
    const ofProject = `/margins?by=project&project=${id}&currency=${currency}&${DAYS}`;
    const [before] = await read<Margin[]>(app, ofProject);
    const name = `Narration ${Date.now()}`;
    await open(`/projects/${id}/view?tab=costs`);
    await page
      .getByRole("button", { name: t("margin.costs.add") })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: t("margin.costs.add") });
    await dialog.getByLabel(t("project_costs.field.description")).fill(name);
    await dialog.getByLabel(t("project_costs.field.amount")).fill("125,50");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: t("margin.costs.add"), exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
    await expect(page.getByText(name)).toBeVisible();
    await expectNoSidewaysScroll(page);
    const [after] = await read<Margin[]>(app, ofProject);
    expect(Number(before?.margin.amount) - Number(after?.margin.amount)).toBeCloseTo(125.5, 2);
    const [cost] = await read<{ api_id: string }[]>(app, `/project-costs?project=${id}`);
    await api.send("DELETE", `/project-costs/${cost?.api_id ?? ""}`);
    await open("/margin?tab=costs");
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ role: "financial_manager" });

  test("a project and its client show their margin, and each number opens its rows", async ({
    app,
  }) => {
    const { page, open, t } = app;
    const [worst] = await read<Margin[]>(app, `/margins?by=project&${DAYS}`);
    const id = worst?.api_id ?? "";
    const project = await read<{ client: { api_id: string } }>(app, `/projects/${id}`);
    const panel = page.getByRole("region", { name: t("shell.nav.margin"), exact: true });
    for (const path of [`/projects/${id}/view`, `/clients/${project.client.api_id}/view`]) {
      await open(path);
      await page.locator("summary", { hasText: t("shell.nav.margin") }).click();
      await expect(panel.getByRole("button", { name: "CA$" })).not.toHaveCount(0);
      await expectAccessible(page);
      await panel.getByRole("button", { name: "CA$" }).first().click();
      const drawer = page.getByRole("dialog", { name: t("margins.field.margin") });
      await expect(drawer.getByRole("table")).toBeVisible();
      await page.keyboard.press("Escape");
      await drawer.waitFor({ state: "hidden" });
    }
    await panel.getByRole("link", { name: t("margin.record.projects") }).click();
    await page.waitForURL(/margin.*client=/);
    await expect(page.getByRole("table").first()).toContainText(worst?.record?.name ?? "?");
  });
});

test.describe(() => {
  test.use({ role: "account_manager" });

  test("account managers see neither margins nor costs", async ({ app }) => {
    const { page, open, t } = app;
    await open("/margin");
    await expect(page.getByRole("link", { name: t("shell.nav.margin") })).toHaveCount(0);
    await expect(page.getByRole("table")).toHaveCount(0);
    const calls: string[] = [];
    page.on("request", (request) => calls.push(request.url()));
    const [client] = await read<{ api_id: string }[]>(app, "/clients");
    await open(`/clients/${client?.api_id ?? ""}/view`);
    await expect(page.getByText(t("margins.field.external_costs"))).toHaveCount(0);
    expect(calls.filter((url) => /api.*(?:margin|costs)/.test(new URL(url).pathname))).toEqual([]);
  });
});
