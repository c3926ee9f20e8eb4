// How one is told: the choices of one's own role, by mouse and by keyboard, on a phone, in the dark, in both languages.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { becomeNewcomer } from "../harness/newcomer.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type Scene,
  scenario,
  showScheme,
} from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";
import { hasFocus, settled } from "../harness/settled.ts";

interface Choice {
  event: string;
  in_app: boolean;
  by_mail: string;
}

const ADDRESS = "/profile?tab=notifications";
const NAMES = {
  "en-us": { goals: "Goals due", acting: "Impersonation", invoices: "Overdue invoices" },
  "fr-ca": {
    goals: "Objectifs à échéance",
    acting: "Session ouverte à votre place",
    invoices: "Factures en retard",
  },
};

/** The caller's own choices, as the page itself is answered. */
async function chosen({ page }: Scene, event: string): Promise<Choice | undefined> {
  const answer = await page.evaluate(async () => {
    const response = await fetch("/api/v1/me/notification-choices");
    return (await response.json()) as { data: { events: Choice[] } };
  });
  return answer.data.events.find((choice) => choice.event === event);
}

const table = (page: Page) => page.getByRole("table");
const row = (page: Page, event: string) =>
  page.getByRole("rowheader", { name: new RegExp(`^${event}`) });

for (const locale of LOCALES) {
  const names = NAMES[locale];
  const admin = { as: "admin", locale } as const;

  scenario(`one chooses how one is told, ${locale}`, admin, async (scene) => {
    const { page, open, words, shot } = scene;
    await becomeNewcomer(scene, "employee");
    const inApp = (event: string) =>
      page.getByRole("switch", { name: words("profile.notifications.in_app_of", { event }) });
    const byMail = (event: string) =>
      page.getByRole("combobox", { name: words("profile.notifications.by_mail_of", { event }) });
    await open(ADDRESS);
    await table(page).waitFor();
    await expect.poll(() => page.getByRole("rowheader").count()).toBe(5);
    expect(await row(page, names.goals).count()).toBe(1);
    expect(await row(page, names.invoices).count()).toBe(0);
    await expectAccessible(page);
    await shot(`choices ${locale}`);

    await inApp(names.goals).click({ force: true });
    await byMail(names.goals).selectOption("never");
    await page.getByText(words("profile.notifications.saved"), { exact: true }).waitFor();
    await expect
      .poll(() => chosen(scene, "goals_due"))
      .toMatchObject({ in_app: false, by_mail: "never" });
    await page.reload();
    await settled(page);
    await expect.poll(() => byMail(names.goals).inputValue()).toBe("never");
    expect(await inApp(names.goals).isChecked()).toBe(false);

    expect(await inApp(names.acting).count()).toBe(0);
    await page
      .getByRole("cell", { name: words("profile.notifications.always"), exact: true })
      .waitFor();
  });

  scenario(`the choices are the keyboard's too, ${locale}`, admin, async (scene) => {
    const { page, open, words } = scene;
    await becomeNewcomer(scene, "employee");
    await open("/profile");
    await page.getByRole("tab", { name: words("profile.tab.profile") }).focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForURL("**tab=notifications");
    await table(page).waitFor();
    const inApp = page.getByRole("switch", {
      name: words("profile.notifications.in_app_of", { event: names.goals }),
    });
    const byMail = page.getByRole("combobox", {
      name: words("profile.notifications.by_mail_of", { event: names.goals }),
    });
    await inApp.focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await hasFocus(byMail);
    await page.keyboard.press("ArrowDown");
    await expect
      .poll(() => chosen(scene, "goals_due"))
      .toMatchObject({ in_app: false, by_mail: "never" });
    await hasFocus(byMail);
  });

  scenario(
    `the choices fit a phone in the dark, ${locale}`,
    { as: "account_manager", locale, width: 390, height: 844 },
    async ({ page, open, words, shot }) => {
      await open("/");
      await page.getByRole("button", { name: /^Notifications, / }).click();
      await page.getByRole("link", { name: words("notifications.choose") }).click();
      await page.waitForURL("**tab=notifications");
      await table(page).waitFor();
      await settled(page);
      await showScheme(page, "dark");
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await shot(`choices phone dark ${locale}`);
      await row(page, names.invoices).scrollIntoViewIfNeeded();
      await shot(`choices phone dark below ${locale}`);
    },
  );
}
