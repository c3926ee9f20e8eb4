// Notifications: the bell's number, the drawer by keyboard, read and unread again, and the way to the record.
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, showScheme } from "../support/pageChecks.ts";
import { expectFocus, pageReady } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ role: "account_manager", locale: "fr-CA" });

interface Notification {
  api_id: string;
  title: string;
  link: string;
  read_at: string | null;
}

const PATIENCE = { timeout: 30_000, interval: 500 };

async function readNotifications({ api }: App, query = ""): Promise<Notification[]> {
  return (await api.get<{ data: Notification[] }>(`/notifications?per_page=50${query}`)).data;
}

const unread = async (app: App) => (await readNotifications(app, "&unread=true")).length;
const bell = (page: Page) => page.getByRole("button", { name: /^Notifications, / });
const drawer = (page: Page) => page.getByRole("dialog", { name: "Notifications" });

/** The worker notifies of the demo's retainers soon after the start; what was read before is marked unread again. */
async function ensureUnread(app: App): Promise<void> {
  await expect.poll(async () => (await readNotifications(app)).length, PATIENCE).toBeGreaterThan(1);
  for (const one of await readNotifications(app, "&unread=false"))
    await app.api.send("PATCH", `/notifications/${one.api_id}`, { read: false });
}

async function openDrawer({ page }: App): Promise<void> {
  await bell(page).click();
  await drawer(page).waitFor();
  await drawer(page).getByRole("listitem").first().waitFor();
}

test("the bell counts, and its drawer is the keyboard's too", async ({ app }) => {
  const { page, open, words } = app;
  await ensureUnread(app);
  const count = await unread(app);
  await open("/");
  await expect(bell(page)).toHaveText(String(count));
  await expect.poll(() => bell(page).getAttribute("aria-label")).toContain(` ${count} `);

  await bell(page).focus();
  await page.keyboard.press("Enter");
  await expectFocus(drawer(page));
  await drawer(page).getByRole("listitem").first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await drawer(page).waitFor({ state: "hidden" });
  await expectFocus(bell(page));

  await openDrawer(app);
  const [first] = await readNotifications(app);
  if (!first) throw new Error("No notification");
  await drawer(page)
    .getByRole("button", { name: words("notifications.mark_read_of", { title: "" }).trim() })
    .first()
    .click();
  await expect.poll(() => unread(app)).toBe(count - 1);
  await expect(bell(page)).toHaveText(String(count - 1));
});

test("a notification leads to its record", async ({ app }) => {
  const { page, open } = app;
  await ensureUnread(app);
  const [first] = (await readNotifications(app)).filter(({ link }) => link.endsWith("tab=hours"));
  if (!first) throw new Error("No notification leads to hours");
  await open("/clients");
  await openDrawer(app);
  await drawer(page).locator(`a[href$="${first.link}"]`).first().click();
  await drawer(page).waitFor({ state: "hidden" });
  await expect.poll(() => page.url()).toContain(first.link);
  await pageReady(page);
  await expect
    .poll(
      async () =>
        (await readNotifications(app)).find(({ api_id }) => api_id === first.api_id)?.read_at,
    )
    .not.toBeNull();
});

test.describe(() => {
  test.use({ viewport: { width: 375, height: 700 } });

  test("all are read at once, on a phone in the dark", async ({ app }) => {
    const { page, open, words } = app;
    await ensureUnread(app);
    await open("/");
    await showScheme(page, "dark");
    await openDrawer(app);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await drawer(page)
      .getByRole("button", { name: words("notifications.mark_all") })
      .click();
    await drawer(page).getByText(words("notifications.all_read")).waitFor();
    expect(await unread(app)).toBe(0);
    await expect(bell(page)).toHaveText("");
    await ensureUnread(app);
  });
});

test.describe(() => {
  test.use({ expectedProblems: /status of 500 .*\/notifications\// });

  test("a message that was missed is in the drawer", async ({ app }) => {
    const { page, open, words } = app;
    await ensureUnread(app);
    await open("/");
    await openDrawer(app);
    await page.route("**/api/v1/notifications/*", (route) => route.fulfill({ status: 500 }));
    await drawer(page)
      .getByRole("button", { name: words("notifications.mark_read_of", { title: "" }).trim() })
      .first()
      .click();
    const said = drawer(page).getByRole("region", { name: words("notifications.visit.title") });
    await said.getByText(words("notifications.visit.error"), { exact: true }).waitFor();
    await expectAccessible(page);
    await said.scrollIntoViewIfNeeded();
    expect((await readNotifications(app)).every(({ read_at }) => read_at === null)).toBe(true);
  });
});
