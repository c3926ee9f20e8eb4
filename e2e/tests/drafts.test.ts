// Tests that a draft belongs to one user: another user in the same browser cannot see or find it.
import type { Page } from "@playwright/test";
import { becomeNewUser } from "../support/accounts.ts";
import { expectAccessible } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ role: "super_admin" });

const TYPED = "Refonte confidentielle";
const FORM = "/projects/create?kind=fixed";

const readStorage = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
const nameField = ({ page, t }: App) => page.getByLabel(t("projects.field.name"));

async function typeDraft(app: App): Promise<void> {
  await app.open(FORM);
  await nameField(app).fill(TYPED);
  await expect.poll(() => readStorage(app.page)).toContain(TYPED);
}

async function signOut({ page, t }: App): Promise<void> {
  await page.getByRole("banner").getByRole("button").last().click();
  await page.getByRole("menuitem", { name: t("shell.account.sign_out") }).click();
}

test("a draft is offered to its author only", async ({ app }) => {
  const { page, switchRole, t } = app;
  const name = nameField(app);
  const restore = page.getByRole("button", { name: t("form.draft.restore") });
  await typeDraft(app);
  await page.reload();
  await restore.waitFor();
  await switchRole("admin");
  await page.reload();
  await waitForPage(page);
  await expect(name).toHaveValue("");
  await expect(restore).toHaveCount(0);
  await expect.poll(() => readStorage(page)).not.toContain(TYPED);
});

test("signing out asks first and removes drafts", async ({ app }) => {
  const { page, api, t } = app;
  // With a new user, because ending a shared session would affect other tests.
  await becomeNewUser(app, "admin");
  await typeDraft(app);
  await signOut(app);
  const question = page.getByRole("dialog", { name: t("form.leave.title") });
  await question.waitFor();
  await expectAccessible(page);
  await question.getByRole("button", { name: t("form.leave.stay"), exact: true }).click();
  await question.waitFor({ state: "hidden" });
  await expect(nameField(app)).toHaveValue(TYPED);
  await api.get("/me");
  await signOut(app);
  await question.getByRole("button", { name: t("form.leave.go"), exact: true }).click();
  await page.waitForURL("**/auth/login");
  await page.getByRole("heading", { level: 1, name: t("login.title") }).waitFor();
  await expect.poll(() => readStorage(page)).not.toContain(TYPED);
});
