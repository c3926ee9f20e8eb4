// Tests notifications: the bell's count, the drawer by keyboard, read and unread, and the link to the record.
import type { Page } from "@playwright/test";
import { emulateScheme, expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { expectFocus, waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ role: "account_manager", locale: "fr-CA" });

interface Notification {
  api_id: string;
  title: string;
  link: string;
  read_at: string | null;
}

const RETRY_OPTIONS = { timeout: 30_000, interval: 500 };

async function readNotifications({ api }: App, query = ""): Promise<Notification[]> {
  return (await api.get<{ data: Notification[] }>(`/notifications?per_page=50${query}`)).data;
}

const unread = async (app: App) => (await readNotifications(app, "&unread=true")).length;
const bell = (page: Page) => page.getByRole("button", { name: /^Notifications, / });
const drawer = (page: Page) => page.getByRole("dialog", { name: "Notifications" });

/** The worker creates notifications soon after the start; read ones are marked as unread again. */
async function ensureUnread(app: App): Promise<void> {
  await expect
    .poll(async () => (await readNotifications(app)).length, RETRY_OPTIONS)
    .toBeGreaterThan(1);
  for (const one of await readNotifications(app, "&unread=false"))
    await app.api.send("PATCH", `/notifications/${one.api_id}`, { read: false });
}

async function openDrawer({ page }: App): Promise<void> {
  await bell(page).click();
  await drawer(page).waitFor();
  await drawer(page).getByRole("listitem").first().waitFor();
}

test("the bell shows the count, and its drawer works by keyboard", async ({ app }) => {
  const { page, open, t } = app;
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
    .getByRole("button", { name: t("notifications.mark_read_of", { title: "" }).trim() })
    .first()
    .click();
  await expect.poll(() => unread(app)).toBe(count - 1);
  await expect(bell(page)).toHaveText(String(count - 1));
});

test("a notification links to its record", async ({ app }) => {
  const { page, open } = app;
  await ensureUnread(app);
  const [first] = (await readNotifications(app)).filter(({ link }) =>
    /^\/projects\/.+\/view/.test(link),
  );
  if (!first) throw new Error("No notification leads to a project");
  await open("/clients");
  await openDrawer(app);
  await drawer(page).locator(`a[href$="${first.link}"]`).first().click();
  await drawer(page).waitFor({ state: "hidden" });
  await expect.poll(() => page.url()).toContain(first.link);
  await waitForPage(page);
  await expect
    .poll(
      async () =>
        (await readNotifications(app)).find(({ api_id }) => api_id === first.api_id)?.read_at,
    )
    .not.toBeNull();
});

test.describe(() => {
  test.use({ viewport: { width: 375, height: 700 } });

  test("all are marked as read at once, on a phone in the dark theme", async ({ app }) => {
    const { page, open, t } = app;
    await ensureUnread(app);
    await open("/");
    await emulateScheme(page, "dark");
    await openDrawer(app);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    // One that arrives meanwhile stays unread.
    await expect(async () => {
      const markAll = drawer(page).getByRole("button", { name: t("notifications.mark_all") });
      if (await markAll.isEnabled()) await markAll.click();
      await drawer(page).getByText(t("notifications.all_read")).waitFor({ timeout: 3000 });
    }).toPass({ timeout: 15_000 });
    expect(await unread(app)).toBe(0);
    await expect(bell(page)).toHaveText("");
    await ensureUnread(app);
  });
});

test.describe(() => {
  test.use({ expectedProblems: /status of 500 .*\/notifications\// });

  test("the drawer has a message that was missed", async ({ app }) => {
    const { page, open, t } = app;
    await ensureUnread(app);
    await open("/");
    await openDrawer(app);
    await page.route("**/api/v1/notifications/*", (route) => route.fulfill({ status: 500 }));
    await drawer(page)
      .getByRole("button", { name: t("notifications.mark_read_of", { title: "" }).trim() })
      .first()
      .click();
    const message = drawer(page).getByRole("region", { name: t("notifications.visit.title") });
    await message.getByText(t("notifications.visit.error"), { exact: true }).waitFor();
    await expectAccessible(page);
    await message.scrollIntoViewIfNeeded();
    expect((await readNotifications(app)).every(({ read_at }) => read_at === null)).toBe(true);
  });
});
