// What was typed and not saved belongs to whoever typed it: nobody else who signs in here is offered it, or finds it.
import type { Page } from "playwright-core";
import { expect, inject } from "vitest";
import { becomeNewcomer } from "../harness/newcomer.ts";
import { expectAccessible, type Scene, scenario } from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";
import { settled } from "../harness/settled.ts";

const TYPED = "Refonte confidentielle";
const FORM = "/projects/create?kind=fixed";

const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
const nameOf = ({ page, words }: Scene) => page.getByLabel(words("projects.field.name"));

async function typeDraft(scene: Scene): Promise<void> {
  await scene.open(FORM);
  await nameOf(scene).fill(TYPED);
  await expect.poll(() => kept(scene.page)).toContain(TYPED);
}

async function signOut({ page, words }: Scene): Promise<void> {
  await page.getByRole("banner").getByRole("button").last().click();
  await page.getByRole("menuitem", { name: words("shell.account.sign_out") }).click();
}

for (const locale of LOCALES) {
  const setting = { as: "super_admin", locale } as const;

  scenario(`a draft is offered to its writer only, ${locale}`, setting, async (scene) => {
    const { page, context, words } = scene;
    const name = nameOf(scene);
    const restore = page.getByRole("button", { name: words("form.draft.restore") });
    await typeDraft(scene);
    await page.reload();
    await restore.waitFor();
    await context.addCookies(inject("sessions").admin);
    await page.reload();
    await settled(page);
    await expect.poll(() => name.inputValue()).toBe("");
    await expect.poll(() => restore.count()).toBe(0);
    await expect.poll(() => kept(page)).not.toContain(TYPED);
  });

  scenario(`signing out asks first, and leaves nothing, ${locale}`, setting, async (scene) => {
    const { page, api, words } = scene;
    // Ending a session that other tests have too would end them all.
    await becomeNewcomer(scene, "admin");
    await typeDraft(scene);
    await signOut(scene);
    const question = page.getByRole("dialog", { name: words("form.leave.title") });
    await question.waitFor();
    await expectAccessible(page);
    await question.getByRole("button", { name: words("form.leave.stay"), exact: true }).click();
    await question.waitFor({ state: "hidden" });
    await expect.poll(() => nameOf(scene).inputValue()).toBe(TYPED);
    await api.get("/me");
    await signOut(scene);
    await question.getByRole("button", { name: words("form.leave.go"), exact: true }).click();
    await page.waitForURL("**/auth/login");
    await page.getByRole("heading", { level: 1, name: words("login.title") }).waitFor();
    await expect.poll(() => kept(page)).not.toContain(TYPED);
  });
}
