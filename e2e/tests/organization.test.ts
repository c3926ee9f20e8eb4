// Tests the organization's settings: saved with the version that was read, refused when contradictory.
import { expectAccessible } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { expect, test } from "../support/test.ts";

test.use({ role: "admin" });

interface Settings {
  data: { name: string; version: number };
}

test.describe(() => {
  test.use({ expectedProblems: /status of 422/ });

  test("settings are saved and their history is shown", async ({ app }) => {
    const { page, open, t, api, locale } = app;
    const before = await api.get<Settings>("/settings");
    const save = page.getByRole("button", { name: t("form.save"), exact: true });
    const saved = () =>
      page.waitForResponse(
        (response) =>
          response.url().endsWith("/settings") && response.request().method() === "POST",
      );
    await open("/admin/organization");
    const name = page.getByLabel(t("organization.field.name"));
    const renamed = `${before.data.name} (${locale})`;
    await name.fill(renamed);
    await Promise.all([saved(), save.click()]);
    await page.getByText(t("form.nothing_changed")).waitFor();
    await waitForPage(page);
    const log = page.getByRole("list", { name: t("activity.title") });
    // The log loads again after the save; wait for the entry of this change.
    const change = log.getByRole("listitem").filter({ hasText: renamed }).first();
    await change.locator("summary").click();
    await change.getByText(renamed).first().waitFor();

    const toggle = page.getByRole("switch", {
      name: t("organization.field.admins_need_two_factor"),
    });
    await page
      .locator("label", { hasText: t("organization.field.admins_need_two_factor") })
      .click();
    await expect(toggle).toBeChecked();
    const [response] = await Promise.all([saved(), save.click()]);
    const { errors } = (await response.json()) as { errors: Record<string, string[]> };
    await page
      .getByText(errors.admins_need_two_factor?.[0] ?? "nothing")
      .first()
      .waitFor();
    await expectAccessible(page);
    const now = await api.get<Settings>("/settings");
    expect(now.data.name).toBe(renamed);
    expect(now.data.version).toBeGreaterThan(before.data.version);
    await api.send("POST", "/settings", { name: before.data.name, version: now.data.version });
    // Discards the input with the page.
    await page.getByRole("button", { name: t("form.cancel"), exact: true }).click();
    await page.getByText(t("form.nothing_changed")).waitFor();
  });
});

test.describe(() => {
  test.use({ expectedProblems: /status of 422/ });

  test("alert thresholds are set and used", async ({ app }) => {
    const { page, open, t, api, locale } = app;
    interface Alerts {
      data: { alert_thresholds: number[]; alert_pace: string; version: number };
    }
    await open("/admin/projects/settings");
    const shareField = page.getByLabel(t("organization.field.alert_thresholds"));
    const paceField = page.getByLabel(t("organization.field.alert_pace"));
    const save = page.getByRole("button", { name: t("form.save"), exact: true });
    await shareField.fill("301");
    await shareField.press("Tab");
    await save.click();
    await page
      .getByText(t("form.integer_range", { min: "1", max: "300" }))
      .first()
      .waitFor();
    await page.getByRole("button", { name: t("form.tags.remove", { tag: "301" }) }).click();
    // The order of the input does not matter.
    await shareField.fill("65");
    await shareField.press("Tab");
    await paceField.fill(locale === "fr-ca" ? "1,3" : "1.3");
    await expectAccessible(page);
    await Promise.all([
      page.waitForResponse(
        (response) =>
          response.url().endsWith("/settings") && response.request().method() === "POST",
      ),
      save.click(),
    ]);
    await page.getByText(t("form.nothing_changed")).waitFor();
    const { data } = await api.get<Alerts>("/settings");
    expect([data.alert_thresholds, data.alert_pace]).toEqual([[50, 65, 80, 100], "1.30"]);

    await open("/projects/retainer?view=burn&warning=65");
    await page
      .getByText(locale === "fr-ca" ? /65\u00a0% utilisées/ : /65% used/)
      .first()
      .waitFor();
    await api.send("POST", "/settings", {
      alert_thresholds: [50, 80, 100],
      alert_pace: "1.15",
      version: data.version,
    });
  });
});

test("aging buckets are set and shown", async ({ app }) => {
  const { page, open, t, api, locale } = app;
  await open("/admin/organization");
  const edges = page.getByLabel(t("organization.field.aging_buckets"));
  await page.getByRole("button", { name: t("form.tags.remove", { tag: "60" }) }).click();
  await edges.fill("45");
  await edges.press("Tab");
  await Promise.all([
    page.waitForResponse(
      (response) => response.url().endsWith("/settings") && response.request().method() === "POST",
    ),
    page.getByRole("button", { name: t("form.save"), exact: true }).click(),
  ]);
  await page.getByText(t("form.nothing_changed")).waitFor();
  await open("/invoices?view=aging");
  const part = locale === "fr-ca" ? "31 à 45 jours" : "31–45 days";
  await page.getByRole("columnheader", { name: part }).first().waitFor();
  await expectAccessible(page);
  const { data } = await api.get<Settings>("/settings");
  await api.send("POST", "/settings", { aging_buckets: [30, 60, 90], version: data.version });
});
