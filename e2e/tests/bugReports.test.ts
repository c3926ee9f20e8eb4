// Tests a problem report from the screen to the administrators: sent, mailed, read, with a picture only by consent.
import { readFileSync } from "node:fs";
import { Api } from "../support/api.ts";
import { findMailedLink } from "../support/mail.ts";
import { expectAccessible } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

const ADDRESS = "support@regie.example";
const PNG = [0x89, 0x50, 0x4e, 0x47];

/** The widget exists while the organization's settings name a project. */
async function setProject(app: App, project: string | null): Promise<void> {
  const admin = new Api(await app.openContext("super_admin"), app.server);
  await admin.send("POST", "/settings", { bug_project: project });
}

const opener = ({ page, t }: App) =>
  page.getByRole("button", { name: t("shell.bug.report"), exact: true });
const dialogOf = ({ page, t }: App) => page.getByRole("dialog", { name: t("shell.bug.report") });
const sendButton = (app: App) =>
  dialogOf(app).getByRole("button", { name: app.t("shell.bug.send"), exact: true });

test.describe(() => {
  test.use({ role: "employee", viewport: { width: 1280, height: 800 } });

  test("a report with a picture, by keyboard, reaches the administrators", async ({ app }) => {
    const { page, open, t, server } = app;
    await open("/clients");
    await expect(opener(app)).toHaveCount(0);
    await setProject(app, "regie");
    await open("/clients?sort=-name");
    const screenshot = await page.screenshot();
    await opener(app).focus();
    await page.keyboard.press("Enter");
    const dialog = dialogOf(app);
    await expect(dialog.getByLabel(t("shell.bug.description"))).toBeFocused();
    const text = `The list stays empty. ${Date.now()}`;
    await page.keyboard.type(text);
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: "écran.png", mimeType: "image/png", buffer: screenshot });
    const picture = dialog.getByRole("img", { name: t("shell.bug.picture.alt") });
    const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBe(1280);
    await expectAccessible(page);
    await expect(dialog.getByText("/clients?sort=-name")).toBeVisible();

    await sendButton(app).press("Enter");
    const consent = dialog.getByRole("checkbox");
    await expect(consent).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Space");
    await sendButton(app).press("Enter");
    await page.getByText(t("shell.bug.sent"), { exact: true }).waitFor();
    await expect(opener(app)).toBeFocused();

    const link = await findMailedLink(server, ADDRESS, "/admin/bug-reports");
    await app.switchRole("admin");
    await page.goto(link);
    await waitForPage(page);
    const report = page.getByRole("listitem").filter({ hasText: text });
    await expect(report).toContainText("Émilie Fortin");
    await expect(report).toContainText("/clients?sort=-name");
    const download = page.waitForEvent("download");
    await report.getByRole("link", { name: /PNG|KB|MB/ }).click();
    const file = readFileSync(await (await download).path());
    expect([...file.subarray(0, PNG.length)]).toEqual(PNG);
    await expectAccessible(page);
    await setProject(app, null);
  });
});

test.describe(() => {
  test.use({
    role: "account_manager",
    locale: "fr-CA",
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
    expectedProblems: /ERR_FAILED/,
  });

  test("a pasted picture and a failure, on a phone", async ({ app }) => {
    const { page, open, t } = app;
    await setProject(app, "regie");
    await open("/clients");
    const screenshot = (await page.screenshot()).toString("base64");
    await opener(app).click();
    const dialog = dialogOf(app);
    const text = dialog.getByLabel(t("shell.bug.description"));
    await text.fill("La liste reste vide.");
    await text.evaluate((field, base64) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], "image.png", { type: "image/png" }));
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, screenshot);
    await dialog.getByRole("img", { name: t("shell.bug.picture.alt") }).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await dialog.getByRole("checkbox").check();

    await page.route("**/api/v1/bug-reports", (route) => route.abort());
    await sendButton(app).click();
    await dialog.getByText(t("errors.generic.offline")).waitFor();
    await page.unroute("**/api/v1/bug-reports");
    await page.reload();
    await waitForPage(page);
    await opener(app).click();
    await expect(text).toHaveValue("La liste reste vide.");
    await sendButton(app).click();
    await page.getByText(t("shell.bug.sent"), { exact: true }).waitFor();
    await setProject(app, null);
  });
});
