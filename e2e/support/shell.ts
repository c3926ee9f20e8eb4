// Uses the parts of the layout that several tests need.
import type { Page } from "@playwright/test";

/** Chooses the language with this name in the account menu. */
export async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.getByRole("banner").getByRole("button").last().click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}
