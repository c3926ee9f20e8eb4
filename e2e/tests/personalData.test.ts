// Tests the export and erasure of a person's data from the page of an employee and of a client.
import { randomUUID } from "node:crypto";
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ role: "admin" });

type Created = { data: { api_id: string; name: string } };

const openMenu = ({ page, t }: App, name: string) =>
  page.getByRole("button", { name: t("ui.more_actions", { name }), exact: true }).click();

async function createLeaver({ api }: App): Promise<Created["data"]> {
  const body = {
    first_name: "Ïsa",
    last_name: `Kanarienvogel ${Date.now()}`,
    email: `${randomUUID()}@regie.example`,
    started_on: "2024-03-04",
    capacity_hours_week: "35.00",
  };
  const { data } = await api.send<Created>("POST", "/employees", body);
  await api.send("POST", `/departed-employees/${data.api_id}`, { ended_on: "2024-05-01" });
  return data;
}

test("an administrator exports and erases an employee who has left", async ({ app }) => {
  const { page, open, t } = app;
  const employee = await createLeaver(app);
  await open(`/admin/employees/${employee.api_id}/view`);
  await waitForPage(page);
  await openMenu(app, employee.name);
  await page.getByRole("menuitem", { name: t("personal_data.export.action") }).click();
  await page
    .getByRole("status")
    .filter({ hasText: t("exports.ready") })
    .first()
    .waitFor({ timeout: 60_000 });
  await openMenu(app, employee.name);
  await page.getByRole("menuitem", { name: t("personal_data.erase.action") }).click();
  const title = t("erasure.title", { name: employee.name });
  const dialog = page.getByRole("dialog", { name: title });
  await expectAccessible(page);
  const confirm = dialog.getByRole("button", { name: t("erasure.confirm") });
  await dialog.getByLabel(t("erasure.reason")).fill("Demande du 3 mai");
  await dialog.getByLabel(t("erasure.name", { name: employee.name })).fill("Ïsa");
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel(t("erasure.name", { name: employee.name })).fill(employee.name);
  await confirm.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Erased person");
  await expect(page.getByRole("main").getByText(employee.name)).toHaveCount(0);
});

test.describe(() => {
  test.use({ locale: "fr-CA", viewport: { width: 320, height: 844 } });

  test("the export of one's own data is legible on a small phone", async ({ app }) => {
    const { page, open, t } = app;
    await open("/profile");
    const button = page.getByRole("button", { name: t("personal_data.export.action") });
    await button.waitFor();
    const isCut = await button
      .locator("*")
      .evaluateAll((parts) =>
        parts.some(
          (part) =>
            part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1,
        ),
      );
    expect(isCut).toBe(false);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ locale: "fr-CA" });

  test("the contact of a client is erased, and texts that mention it are listed", async ({
    app,
  }) => {
    const { page, open, t, api } = app;
    const name = `Ulla Nachtigall ${Date.now()}`;
    const managers = await api.get<{ data: { api_id: string }[] }>("/account-managers");
    const body = {
      name: `Maison ${Date.now()}`,
      currency: "CAD",
      account_manager: managers.data[0]?.api_id,
      contact_name: name,
      contact_email: `${randomUUID()}@regie.example`,
      notes: `Demander à ${name}.`,
    };
    const { data: client } = await api.send<Created>("POST", "/clients", body);
    await open(`/admin/clients/${client.api_id}/view`);
    await waitForPage(page);
    await openMenu(app, client.name);
    await page.getByRole("menuitem", { name: t("personal_data.erase.action") }).click();
    const dialog = page.getByRole("dialog", { name: t("erasure.title", { name }) });
    await dialog.getByLabel(t("erasure.reason")).fill("Demande");
    await dialog.getByLabel(t("erasure.name", { name })).fill(name);
    await dialog.getByRole("button", { name: t("erasure.confirm") }).click();
    await expect(page.getByText(t("erasure.mentions.detail"))).toBeVisible();
    await expect(page.getByRole("dialog").getByRole("link", { name: client.name })).toBeVisible();
  });
});
