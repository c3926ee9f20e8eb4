// Tests how many clicks frequent jobs take; text is typed in between.
import type { Locator } from "@playwright/test";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Row {
  api_id: string;
  name: string;
}

/** Clicks in order and returns how many clicks it took. */
async function clickAll(steps: readonly (() => Locator | Promise<Locator>)[]): Promise<number> {
  for (const step of steps) await (await step()).click();
  return steps.length;
}

async function newRetainer({ api }: App): Promise<string> {
  const { data: managers } = await api.get<{ data: Row[] }>("/account-managers");
  const { data: clients } = await api.get<{ data: Row[] }>("/clients?status=active");
  const { data } = await api.send<{ data: Row }>("POST", "/projects", {
    name: `Counted retainer ${Date.now()}`,
    kind: "retainer",
    client: clients[0]?.api_id,
    account_manager: managers[0]?.api_id,
    start_on: "2026-01-01",
    currency: "CAD",
    monthly_fee: "1000.00",
    status: "active",
  });
  return data.api_id;
}

test.describe(() => {
  test.use({ role: "admin" });

  test("the unpaid invoices of a client take two clicks", async ({ app }) => {
    const { page, open } = app;
    await open("/clients?sort=-overdue");
    const clicks = await clickAll([
      () => page.getByRole("table").getByRole("rowheader").first().getByRole("link"),
      () => page.getByRole("link", { name: /^\d+ invoices?$/ }),
    ]);
    await expect(page).toHaveURL(/\/invoices\?.*status=overdue/);
    expect(clicks).toBeLessThanOrEqual(2);
  });

  test("who has hours left takes one click", async ({ app }) => {
    const { page, open, t } = app;
    await open("/");
    const clicks = await clickAll([
      () => page.getByRole("link", { name: t("home.triage.counter.hours_left") }),
    ]);
    await expect(
      page.getByRole("columnheader", { name: t("retainers.field.left_hours") }),
    ).toBeVisible();
    expect(clicks).toBeLessThanOrEqual(1);
  });

  test("exporting what is overdue takes three clicks", async ({ app }) => {
    const { page, open, t } = app;
    await open("/");
    const download = page.waitForEvent("download");
    const clicks = await clickAll([
      () =>
        page
          .locator("main dl > div")
          .filter({ hasText: t("dashboard.overdue.label") })
          .getByRole("link")
          .first(),
      () => page.getByRole("dialog").getByRole("button", { name: t("table.export") }),
      () => page.getByRole("button", { name: t("exports.format.csv"), exact: true }),
    ]);
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    expect(clicks).toBeLessThanOrEqual(3);
  });

  test("recording churn takes three clicks and a note", async ({ app }) => {
    const { page, open, t, api } = app;
    const project = await newRetainer(app);
    await open(`/projects/${project}/view`);
    const save = () => page.getByRole("button", { name: t("churns.record"), exact: true });
    let clicks = await clickAll([
      () => page.getByRole("link", { name: t("churns.record_action") }),
    ]);
    await page.getByLabel(t("churns.field.reason")).first().selectOption("price");
    clicks += 1;
    await page.getByLabel(t("churns.field.note")).first().fill("A cheaper offer.");
    clicks += await clickAll([save]);
    await page.getByRole("tab", { name: t("churns.project_tab"), selected: true }).waitFor();
    expect(clicks).toBeLessThanOrEqual(3);
    await api.send("DELETE", `/churned-projects/${project}`);
    await api.send("PATCH", `/projects/${project}`, { status: "cancelled" });
  });

  test("giving recognition takes five clicks", async ({ app }) => {
    const { page, open, t, api } = app;
    const { data: values } = await api.get<{ data: Row[] }>("/core-values?is_active=true");
    await open("/");
    const dialog = page.getByRole("dialog", { name: t("recognition.give") });
    const message = `Thank you ${Date.now()}`;
    const search = async (field: string, text: string) => {
      await dialog.getByRole("combobox", { name: t(`recognition.field.${field}`) }).fill(text);
      return page.getByRole("option", { name: text }).first();
    };
    const clicks = await clickAll([
      () => page.getByRole("banner").getByRole("button", { name: t("shell.create.label") }),
      () => page.getByRole("menuitem", { name: t("recognition.give") }),
      () => search("receiver", "Joël Lavoie"),
      () => search("core_value", values[0]?.name ?? ""),
      async () => {
        await dialog.getByLabel(t("recognition.field.message")).fill(message);
        return dialog.getByRole("button", { name: t("recognition.give"), exact: true });
      },
    ]);
    await expect(dialog).toBeHidden();
    await waitForPage(page);
    expect(clicks).toBeLessThanOrEqual(5);
  });
});
