// Unsaved input belongs to the person who typed it: another one who signs in here is not offered it, and cannot find it.
import type { Page } from "@playwright/test";
import { becomeNewUser } from "../support/accounts.ts";
import { expectAccessible } from "../support/pageChecks.ts";
import { pageReady } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ role: "super_admin" });

const TYPED = "Refonte confidentielle";
const FORM = "/projects/create?kind=fixed";

const readStorage = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
const nameOf = ({ page, words }: App) => page.getByLabel(words("projects.field.name"));

async function typeDraft(app: App): Promise<void> {
  await app.open(FORM);
  await nameOf(app).fill(TYPED);
  await expect.poll(() => readStorage(app.page)).toContain(TYPED);
}

async function signOut({ page, words }: App): Promise<void> {
  await page.getByRole("banner").getByRole("button").last().click();
  await page.getByRole("menuitem", { name: words("shell.account.sign_out") }).click();
}

test("a draft is offered to its writer only", async ({ app }) => {
  const { page, switchRole, words } = app;
  const name = nameOf(app);
  const restore = page.getByRole("button", { name: words("form.draft.restore") });
  await typeDraft(app);
  await page.reload();
  await restore.waitFor();
  await switchRole("admin");
  await page.reload();
  await pageReady(page);
  await expect(name).toHaveValue("");
  await expect(restore).toHaveCount(0);
  await expect.poll(() => readStorage(page)).not.toContain(TYPED);
});

test("signing out asks first, and leaves nothing", async ({ app }) => {
  const { page, api, words } = app;
  // Ending a session that other tests have too would end them all.
  await becomeNewUser(app, "admin");
  await typeDraft(app);
  await signOut(app);
  const question = page.getByRole("dialog", { name: words("form.leave.title") });
  await question.waitFor();
  await expectAccessible(page);
  await question.getByRole("button", { name: words("form.leave.stay"), exact: true }).click();
  await question.waitFor({ state: "hidden" });
  await expect(nameOf(app)).toHaveValue(TYPED);
  await api.get("/me");
  await signOut(app);
  await question.getByRole("button", { name: words("form.leave.go"), exact: true }).click();
  await page.waitForURL("**/auth/login");
  await page.getByRole("heading", { level: 1, name: words("login.title") }).waitFor();
  await expect.poll(() => readStorage(page)).not.toContain(TYPED);
});
