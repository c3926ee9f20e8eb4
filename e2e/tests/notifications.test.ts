// What people are told: the bell's number, the drawer by keyboard, read and unread again, and the way to the record.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type Scene,
  scenario,
  showScheme,
} from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";
import { hasFocus, settled } from "../harness/settled.ts";

interface Told {
  api_id: string;
  title: string;
  link: string;
  read_at: string | null;
}

const PATIENCE = { timeout: 30_000, interval: 500 };

async function told({ api }: Scene, query = ""): Promise<Told[]> {
  return (await api.get<{ data: Told[] }>(`/notifications?per_page=50${query}`)).data;
}

const unread = async (scene: Scene) => (await told(scene, "&unread=true")).length;
const bell = (page: Page) => page.getByRole("button", { name: /^Notifications, / });
const drawer = (page: Page) => page.getByRole("dialog", { name: "Notifications" });

/** The worker tells of the demo's retainers soon after they are there; what was read before is unread again. */
async function toldOfSomething(scene: Scene): Promise<void> {
  await expect.poll(async () => (await told(scene)).length, PATIENCE).toBeGreaterThan(1);
  for (const one of await told(scene, "&unread=false"))
    await scene.api.send("PATCH", `/notifications/${one.api_id}`, { read: false });
}

async function openDrawer({ page }: Scene): Promise<void> {
  await bell(page).click();
  await drawer(page).waitFor();
  await drawer(page).getByRole("listitem").first().waitFor();
}

for (const locale of LOCALES) {
  const setting = { as: "account_manager", locale } as const;

  scenario(
    `the bell counts, and its drawer is the keyboard's too, ${locale}`,
    setting,
    async (scene) => {
      const { page, open, words, shot } = scene;
      await toldOfSomething(scene);
      const count = await unread(scene);
      await open("/");
      await expect.poll(() => bell(page).innerText()).toBe(String(count));
      await expect.poll(() => bell(page).getAttribute("aria-label")).toContain(` ${count} `);

      await bell(page).focus();
      await page.keyboard.press("Enter");
      await hasFocus(drawer(page));
      await drawer(page).getByRole("listitem").first().waitFor();
      await expectAccessible(page);
      await shot(`notifications ${locale}`);
      await page.keyboard.press("Escape");
      await drawer(page).waitFor({ state: "hidden" });
      await hasFocus(bell(page));

      await openDrawer(scene);
      const [first] = await told(scene);
      if (!first) throw new Error("Nobody was told anything");
      await drawer(page)
        .getByRole("button", { name: words("notifications.mark_read_of", { title: "" }).trim() })
        .first()
        .click();
      await expect.poll(() => unread(scene)).toBe(count - 1);
      await expect.poll(() => bell(page).innerText()).toBe(String(count - 1));
    },
  );

  scenario(`what one is told leads to its record, ${locale}`, setting, async (scene) => {
    const { page, open } = scene;
    await toldOfSomething(scene);
    const [first] = (await told(scene)).filter(({ link }) => link.endsWith("tab=hours"));
    if (!first) throw new Error("Nobody was told of hours");
    await open("/clients");
    await openDrawer(scene);
    await drawer(page).locator(`a[href$="${first.link}"]`).first().click();
    await drawer(page).waitFor({ state: "hidden" });
    await expect.poll(() => page.url()).toContain(first.link);
    await settled(page);
    await expect
      .poll(async () => (await told(scene)).find(({ api_id }) => api_id === first.api_id)?.read_at)
      .not.toBeNull();
  });

  scenario(
    `all are read at once, on a phone in the dark, ${locale}`,
    { ...setting, width: 375, height: 700 },
    async (scene) => {
      const { page, open, words, shot } = scene;
      await toldOfSomething(scene);
      await open("/");
      await showScheme(page, "dark");
      await openDrawer(scene);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await shot(`notifications phone dark ${locale}`);
      await drawer(page)
        .getByRole("button", { name: words("notifications.mark_all") })
        .click();
      await drawer(page).getByText(words("notifications.all_read")).waitFor();
      expect(await unread(scene)).toBe(0);
      await expect.poll(() => bell(page).innerText()).toBe("");
      await toldOfSomething(scene);
    },
  );

  scenario(
    `a message that was missed is in the drawer, ${locale}`,
    { ...setting, expected: /status of 500 .*\/notifications\// },
    async (scene) => {
      const { page, open, words, shot } = scene;
      await toldOfSomething(scene);
      await open("/");
      await openDrawer(scene);
      await page.route("**/api/v1/notifications/*", (route) => route.fulfill({ status: 500 }));
      await drawer(page)
        .getByRole("button", { name: words("notifications.mark_read_of", { title: "" }).trim() })
        .first()
        .click();
      const said = drawer(page).getByRole("region", { name: words("notifications.visit.title") });
      await said.getByText(words("notifications.visit.error"), { exact: true }).waitFor();
      await expectAccessible(page);
      await said.scrollIntoViewIfNeeded();
      await shot(`notifications messages ${locale}`);
      expect((await told(scene)).every(({ read_at }) => read_at === null)).toBe(true);
    },
  );
}
