// Tests hours over: billed and undone from the list, given away on the retainer's page, and sold as a package.
import type { Api } from "../support/api.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { expect, test } from "../support/test.ts";

interface Month {
  api_id: string;
  project: { api_id: string; name: string };
  client: { api_id: string };
  state: string;
  undecided_hours: string;
  undecided_amount: { amount: string } | null;
  decisions: { kind: string; payment: { name: string } | null; project: { name: string } | null }[];
}

const LIST = "/retainer-overages?state=undecided&per_page=100";

/** The oldest months: those that no other test decides on. */
async function undecided(api: Api, sort: string, index: number): Promise<Month> {
  const { data } = await api.get<{ data: Month[] }>(`${LIST}&sort=${sort}`);
  const month = data[index];
  if (!month) throw new Error("The demo has closed months with hours over");
  return month;
}

const read = async (api: Api, { api_id }: Month) =>
  (await api.get<{ data: Month }>(`/retainer-overages/${api_id}`)).data;

test.describe(() => {
  test.use({ role: "financial_manager" });

  test("hours over are billed from the list, with a payment to invoice, and undone", async ({
    app,
  }) => {
    const { page, open, t, api } = app;
    const month = await undecided(api, "-undecided_hours", 0);
    await open("/billing?tab=hours_over&state=undecided&sort=-undecided_hours");
    await waitForPage(page);
    await expectAccessible(page);
    const row = page.getByRole("table").nth(1).getByRole("row").nth(1);
    await expect(row).toContainText(month.project.name);
    await row.getByRole("button").last().click();
    await page.getByRole("menuitem", { name: t("overages.decide.action") }).click();
    const dialog = page.getByRole("dialog");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: t("overages.decide.save") }).click();
    await expect.poll(async () => (await read(api, month)).state).toBe("decided");
    const [decision] = (await read(api, month)).decisions;
    const label = decision?.payment?.name ?? "?";
    await open(`/billing?client=${month.client.api_id}&q=${encodeURIComponent(label)}`);
    await page.getByText(label).first().waitFor();
    await open(`/projects/${month.project.api_id}/view?tab=hours`);
    const section = page.getByRole("region", { name: t("overages.title") });
    await section
      .getByRole("row", { name: /billed/ })
      .first()
      .getByRole("button")
      .click();
    await page.getByRole("menuitem", { name: /^Undo/ }).click();
    await page.getByRole("dialog").getByRole("button").last().click();
    await expect.poll(async () => (await read(api, month)).state).toBe("undecided");
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", viewport: { width: 390, height: 844 } });

  test("hours over are given away with a reason on a phone, and valued for the client", async ({
    app,
  }) => {
    const { page, open, t, api } = app;
    const month = await undecided(api, "-undecided_hours", 1);
    await open(`/projects/${month.project.api_id}/view?tab=hours`);
    await waitForPage(page);
    await expectNoSidewaysScroll(page);
    await open(`/billing?tab=hours_over&project=${month.project.api_id}&sort=-undecided_hours`);
    await waitForPage(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("main").locator("[aria-haspopup=menu]").first().click();
    await page.getByRole("menuitem", { name: t("overages.decide.action") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox").first().selectOption({ label: "Offrir" });
    const reason = dialog.getByRole("textbox", { name: t("overages.field.reason") });
    await dialog.getByRole("button", { name: t("overages.decide.save") }).click();
    await expect(reason).toHaveAttribute("aria-invalid", "true");
    await reason.fill("Retard de notre part");
    await dialog.getByRole("button", { name: t("overages.decide.save") }).click();
    await expect.poll(async () => (await read(api, month)).state).toBe("decided");
    await open(`/clients/${month.client.api_id}/view`);
    await page.getByRole("region", { name: t("overages.given.title") }).waitFor();
    await expectNoSidewaysScroll(page);
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("a package is sold for hours over with their rate and value", async ({ app }) => {
    const { page, open, t, api } = app;
    const { project } = await undecided(api, "-undecided_hours", 3);
    const sorted = `project=${project.api_id}&sort=-undecided_hours`;
    const [month] = (await api.get<{ data: Month[] }>(`/retainer-overages?${sorted}`)).data;
    if (!month) throw new Error("The retainer has no month with hours over");
    await open(`/billing?tab=hours_over&${sorted}`);
    await waitForPage(page);
    await page.getByRole("table").nth(1).getByRole("row").nth(1).getByRole("button").last().click();
    await page.getByRole("menuitem", { name: t("overages.sell") }).click();
    await page.waitForURL(/overage=/);
    const name = "Bloc d’heures de septembre";
    await page.getByRole("textbox", { name: t("projects.field.name") }).fill(name);
    await expect(page.getByRole("textbox", { name: t("projects.field.amount") })).not.toBeEmpty();
    await page.getByRole("button", { name: "Add a person" }).first().waitFor();
    await page.getByRole("button", { name: t("form.create"), exact: true }).click();
    await page.waitForURL(/\/projects\/[^/]+\/view/);
    await expect.poll(async () => (await read(api, month)).state).toBe("decided");
    const [decision] = (await read(api, month)).decisions;
    expect(decision).toMatchObject({ kind: "sold", project: { name } });
  });
});
