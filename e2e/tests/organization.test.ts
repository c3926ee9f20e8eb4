// The organization's settings: saved from the version that was read, refused where one's own house is not in order.
import { expect } from "vitest";
import { expectAccessible, scenario } from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";
import { settled } from "../harness/settled.ts";

interface Settings {
  data: { name: string; version: number };
}

for (const locale of LOCALES) {
  const setting = { as: "admin", locale, expected: /status of 422/ } as const;

  scenario(`settings are saved, and their past is shown, ${locale}`, setting, async (scene) => {
    const { page, open, words, api } = scene;
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
    await settled(page);
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
    await expect.poll(() => toggle.isChecked()).toBe(true);
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
}
