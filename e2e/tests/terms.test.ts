// Tests the dated terms of a retainer: its timeline, and a pause whose consequences show before it is saved.
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

async function newRetainer({ api }: App, name: string): Promise<string> {
  const { data: clients } = await api.get<{ data: { api_id: string }[] }>("/clients?status=active");
  const { data: managers } = await api.get<{ data: { api_id: string }[] }>("/account-managers");
  const { data } = await api.send<{ data: { api_id: string } }>("POST", "/projects", {
    name,
    kind: "retainer",
    client: clients[0]?.api_id,
    account_manager: managers[0]?.api_id,
    start_on: "2026-01-01",
    currency: "CAD",
    monthly_fee: "2000.00",
    status: "active",
  });
  return data.api_id;
}

for (const locale of ["en-US", "fr-CA"] as const) {
  test.describe(locale, () => {
    test.use({ role: "admin", locale });

    test("a pause shows its consequences, is saved, and is removed", async ({ app }) => {
      const { page, open, t } = app;
      const id = await newRetainer(app, `Forfait daté ${locale}`);
      await open(`/projects/${id}/view?tab=terms`);
      await page.getByRole("button", { name: t("terms.action.pause") }).click();
      const dialog = page.getByRole("dialog", { name: t("terms.title.pause") });
      await expect(dialog.getByRole("table")).toBeVisible();
      await expect(dialog).toContainText(t("terms.consequences.continues"));
      await expectAccessible(page);
      await dialog.getByLabel(t("projects.field.reason")).fill("Déménagement");
      await dialog.getByRole("button", { name: t("terms.save.pause"), exact: true }).click();
      await dialog.waitFor({ state: "hidden" });
      const history = page.getByRole("table", { name: t("terms.history") });
      await expect(history).toContainText("Déménagement");
      await expect(page.getByRole("button", { name: t("terms.action.resume") })).toBeVisible();
      // On a phone, each term is a card: what, value, since when and why.
      await page.setViewportSize({ width: 390, height: 800 });
      const cards = page.getByRole("list", { name: t("terms.history") });
      await expect(cards.getByRole("listitem").first()).toContainText("Déménagement");
      await expectNothingCut(page);
      await page.setViewportSize({ width: 320, height: 800 });
      await expectNoSidewaysScroll(page);
      const pause = t("terms.state.on_hold");
      await page.getByRole("button", { name: t("ui.more_actions", { name: pause }) }).click();
      await page.getByRole("menuitem", { name: t("terms.remove.action") }).click();
      const question = page.getByRole("dialog", { name: t("terms.remove.title", { term: pause }) });
      await expect(
        question.getByRole("list", { name: t("terms.consequences.title") }),
      ).toBeVisible();
      await question.getByRole("button", { name: t("terms.remove.action"), exact: true }).click();
      await question.waitFor({ state: "hidden" });
      await expect(cards).not.toContainText("Déménagement");
    });

    test("a term is corrected in its history", async ({ app }) => {
      const { api, page, open, t } = app;
      const id = await newRetainer(app, `Forfait corrigé ${locale}`);
      const pause = { name: "state", state: "on_hold", effective_from: "2026-03-02" };
      await api.send("POST", `/projects/${id}/terms`, pause);
      await open(`/projects/${id}/view?tab=terms`);
      const term = t("terms.state.on_hold");
      await page.getByRole("button", { name: t("terms.edit.label", { term }) }).click();
      const dialog = page.getByRole("dialog", { name: t("terms.edit.title", { term }) });
      await dialog.getByLabel(t("projects.field.reason")).fill("Congé du client");
      await expectAccessible(page);
      await dialog.getByRole("button", { name: t("terms.save.pause"), exact: true }).click();
      await dialog.waitFor({ state: "hidden" });
      const history = page.getByRole("table", { name: t("terms.history") });
      await expect(history).toContainText("Congé du client");
      await expect(page.getByRole("link", { name: t("churns.record_action") })).toHaveCount(1);
    });

    test("a retainer that leaves is marked until its last day", async ({ app }) => {
      const { api, page, open, t } = app;
      const name = `Forfait en partance ${locale}`;
      const id = await newRetainer(app, name);
      const { data: employees } = await api.get<{ data: { api_id: string }[] }>("/employees");
      await api.send("POST", "/churned-projects", {
        project: id,
        effective_on: "2098-06-30",
        reason: "price",
        preventable: true,
        initiated_by: "client",
        note: "Fin du budget",
        attribution: [{ employee: employees[0]?.api_id, weight: 100 }],
      });
      const date = locale === "en-US" ? "Jun 30, 2098" : "30 juin 2098";
      await open(`/projects/${id}/view`);
      await expect(page.getByText(t("ui.leaving", { date }))).toHaveCount(1);
      await expect(page.getByRole("link", { name: t("churns.record_action") })).toHaveCount(0);
      await expectAccessible(page);
      await open("/projects/retainer?leaving=true");
      const row = page.getByRole("row", { name: new RegExp(name) });
      await expect(row).toContainText(t("ui.leaving", { date }));
    });

    test("included hours and rollover change from a day", async ({ app }) => {
      const { page, open, t } = app;
      const id = await newRetainer(app, `Forfait d’heures ${locale}`);
      await open(`/projects/${id}/view?tab=terms`);
      const more = page.getByRole("button", {
        name: t("ui.more_actions", { name: t("terms.history") }),
      });
      await more.click();
      await page.getByRole("menuitem", { name: t("terms.action.included_hours") }).click();
      const hours = page.getByRole("dialog", { name: t("terms.title.included_hours") });
      await hours.getByLabel(t("projects.field.included_hours")).fill("37.5");
      await expect(hours.getByRole("table")).toBeVisible();
      await expect(hours).toContainText(t("terms.consequences.continues"));
      await expectAccessible(page);
      await hours
        .getByRole("button", { name: t("terms.save.included_hours"), exact: true })
        .click();
      await hours.waitFor({ state: "hidden" });
      const history = page.getByRole("table", { name: t("terms.history") });
      await expect(history).toContainText(locale === "en-US" ? "37.5\u00a0h" : "37,5\u00a0h");
      await more.click();
      await page.getByRole("menuitem", { name: t("terms.action.rollover") }).click();
      const rollover = page.getByRole("dialog", { name: t("terms.title.rollover") });
      await rollover.getByRole("combobox").selectOption("surplus");
      await rollover.getByLabel(t("projects.field.rollover_cap_hours")).fill("8");
      await expect(rollover).toContainText(t("terms.consequences.rollover"));
      await rollover.getByRole("button", { name: t("terms.save.rollover"), exact: true }).click();
      await rollover.waitFor({ state: "hidden" });
      await expect(history).toContainText(t("terms.rollover_cap", { hours: "8\u00a0h" }));
      await page.setViewportSize({ width: 390, height: 800 });
      await expectNoSidewaysScroll(page);
    });

    test("a fee during a pause changes no figure", async ({ app }) => {
      const { api, page, open, t } = app;
      const id = await newRetainer(app, `Forfait en pause ${locale}`);
      const pause = { name: "state", state: "on_hold", effective_from: "2026-03-02" };
      await api.send("POST", `/projects/${id}/terms`, pause);
      await open(`/projects/${id}/view?tab=terms`);
      await page.getByRole("button", { name: t("projects.change_fee") }).click();
      const dialog = page.getByRole("dialog", { name: t("terms.title.fee") });
      await dialog.getByRole("combobox").selectOption("year");
      await dialog.getByLabel(t("terms.amount")).fill("10800");
      await expect(dialog).toContainText(t("terms.consequences.none"));
      await expectAccessible(page);
      await dialog.getByRole("button", { name: t("terms.save.fee"), exact: true }).click();
      await dialog.waitFor({ state: "hidden" });
      const history = page.getByRole("table", { name: t("terms.history") });
      await expect(history).toContainText(locale === "en-US" ? /10,800.*900/ : /10.800.*900/);
    });
  });
}
