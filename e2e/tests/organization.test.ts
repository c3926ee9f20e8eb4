// The organization's settings: saved from the version that was read, refused where they contradict each other.
import { expectAccessible } from "../support/pageChecks.ts";
import { pageReady } from "../support/ready.ts";
import { expect, test } from "../support/test.ts";

test.use({ role: "admin" });

interface Settings {
  data: { name: string; version: number };
}

test.describe(() => {
  test.use({ expectedProblems: /status of 422/ });

  test("settings are saved, and their past is shown", async ({ app }) => {
    const { page, open, words, api, locale } = app;
    const before = await api.get<Settings>("/settings");
    const save = page.getByRole("button", { name: words("form.save"), exact: true });
    const saved = () =>
      page.waitForResponse(
        (answer) => answer.url().endsWith("/settings") && answer.request().method() === "POST",
      );
    await open("/admin/organization");
    const name = page.getByLabel(words("organization.field.name"));
    const renamed = `${before.data.name} (${locale})`;
    await name.fill(renamed);
    await Promise.all([saved(), save.click()]);
    await page.getByText(words("form.nothing_changed")).waitFor();
    await pageReady(page);
    const log = page.getByRole("list", { name: words("activity.title") });
    // The log is read again after the save: what is opened is the entry of this change, not the newest before it.
    const change = log.getByRole("listitem").filter({ hasText: renamed }).first();
    await change.locator("summary").click();
    await change.getByText(renamed).first().waitFor();

    const toggle = page.getByRole("switch", {
      name: words("organization.field.admins_need_two_factor"),
    });
    await page
      .locator("label", { hasText: words("organization.field.admins_need_two_factor") })
      .click();
    await expect(toggle).toBeChecked();
    const [answer] = await Promise.all([saved(), save.click()]);
    const { errors } = (await answer.json()) as { errors: Record<string, string[]> };
    await page
      .getByText(errors.admins_need_two_factor?.[0] ?? "nothing")
      .first()
      .waitFor();
    await expectAccessible(page);
    const now = await api.get<Settings>("/settings");
    expect(now.data.name).toBe(renamed);
    expect(now.data.version).toBeGreaterThan(before.data.version);
    await api.send("POST", "/settings", { name: before.data.name, version: now.data.version });
    // What is typed now is thrown away with the page.
    await page.getByRole("button", { name: words("form.cancel"), exact: true }).click();
    await page.getByText(words("form.nothing_changed")).waitFor();
  });
});

test.describe(() => {
  test.use({ expectedProblems: /status of 422/ });

  test("what retainers are warned of is settled and offered", async ({ app }) => {
    const { page, open, words, api, locale } = app;
    interface Alerts {
      data: { alert_thresholds: number[]; alert_pace: string; version: number };
    }
    await open("/admin/projects/settings");
    const shares = page.getByLabel(words("organization.field.alert_thresholds"));
    const pace = page.getByLabel(words("organization.field.alert_pace"));
    const save = page.getByRole("button", { name: words("form.save"), exact: true });
    await shares.fill("301");
    await shares.press("Tab");
    await save.click();
    await page
      .getByText(words("form.integer_range", { min: "1", max: "300" }))
      .first()
      .waitFor();
    await page.getByRole("button", { name: words("form.tags.remove", { tag: "301" }) }).click();
    // The order in which they are typed says nothing.
    await shares.fill("65");
    await shares.press("Tab");
    await pace.fill(locale === "fr-ca" ? "1,3" : "1.3");
    await expectAccessible(page);
    await Promise.all([
      page.waitForResponse(
        (answer) => answer.url().endsWith("/settings") && answer.request().method() === "POST",
      ),
      save.click(),
    ]);
    await page.getByText(words("form.nothing_changed")).waitFor();
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

test("where ageing is parted is settled and shown", async ({ app }) => {
  const { page, open, words, api, locale } = app;
  await open("/admin/organization");
  const edges = page.getByLabel(words("organization.field.ageing_edges"));
  await page.getByRole("button", { name: words("form.tags.remove", { tag: "60" }) }).click();
  await edges.fill("45");
  await edges.press("Tab");
  await Promise.all([
    page.waitForResponse(
      (answer) => answer.url().endsWith("/settings") && answer.request().method() === "POST",
    ),
    page.getByRole("button", { name: words("form.save"), exact: true }).click(),
  ]);
  await page.getByText(words("form.nothing_changed")).waitFor();
  await open("/invoices?view=ageing");
  const part = locale === "fr-ca" ? "31 à 45 jours" : "31–45 days";
  await page.getByRole("columnheader", { name: part }).first().waitFor();
  await expectAccessible(page);
  const { data } = await api.get<Settings>("/settings");
  await api.send("POST", "/settings", { ageing_edges: [30, 60, 90], version: data.version });
});
