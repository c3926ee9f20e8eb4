// The outside services from their screen: reading, trying, setting up, letting go, and what was read.
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/pageChecks.ts";
import { expectFocus, pageReady } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Connection {
  service: string;
  state: string;
  last_run: { api_id: string; status: string } | null;
}

interface Settings {
  data: { configured_by: string | null; is_on: boolean };
}

const NAMES = { teamwork: "Teamwork", hubspot: "HubSpot", quickbooks: "QuickBooks" };
type Service = keyof typeof NAMES;

const card = (page: Page, service: Service): Locator =>
  page.getByRole("region", { name: NAMES[service], exact: true });

async function connection({ api }: App, service: Service): Promise<Connection> {
  const { data } = await api.get<{ data: Connection[] }>("/connections");
  const found = data.find((one) => one.service === service);
  if (!found) throw new Error(`No ${service}`);
  return found;
}

const settings = ({ api }: App, service: Service) =>
  api.get<Settings>(`/connections/${service}`).then(({ data }) => data);

async function waitUntilIdle(app: App, service: Service): Promise<void> {
  const state = async () => (await connection(app, service)).state;
  await expect.poll(state, { timeout: 60_000 }).not.toBe("running");
}

/** What is seen of a run that goes on as long as the test likes. */
async function showRunning({ page }: App, service: Service): Promise<void> {
  await page.route("**/api/v1/connections", async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: Connection[] };
    const progress = { step: "time_entries", done: 3, total: 5 };
    const run = { status: "running", progress, records: 1204, error: null, message: null };
    const shown = data.map((one) =>
      one.service === service
        ? { ...one, state: "running", last_run: { ...one.last_run, ...run } }
        : one,
    );
    await route.fulfill({ response: answer, json: { data: shown } });
  });
}

async function openMenu(app: App, service: Service): Promise<void> {
  const name = app.words("ui.more_actions", { name: NAMES[service] });
  await card(app.page, service).getByRole("button", { name }).click();
}

const choose = ({ page, words }: App, key: string) =>
  page.getByRole("menuitem", { name: words(key) }).click();

const press = (app: App, service: Service, key: string) =>
  card(app.page, service)
    .getByRole("button", { name: new RegExp(`^${app.words(key)}`) })
    .click();

async function tried(app: App, service: Service): Promise<Locator> {
  await press(app, service, "connections.action.test");
  return card(app.page, service).getByRole("status");
}

async function changeKey(app: App, change: (dialog: Locator) => Promise<void>): Promise<void> {
  const { page, words } = app;
  await card(page, "teamwork")
    .getByRole("link", { name: new RegExp(`^${words("connections.action.settings")}`) })
    .click();
  const title = words("connections.settings.title", { service: "Teamwork" });
  const dialog = page.getByRole("dialog", { name: title });
  await change(dialog);
  await dialog.getByRole("button", { name: words("form.save"), exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

async function disconnect(app: App, service: Service): Promise<void> {
  const { page, words } = app;
  await openMenu(app, service);
  await choose(app, "connections.action.disconnect");
  const title = words("connections.disconnect.title", { service: NAMES[service] });
  const question = page.getByRole("dialog", { name: title });
  await question.getByText(words("connections.disconnect.detail")).waitFor();
  await expectAccessible(page);
  await question
    .getByRole("button", { name: words("connections.action.disconnect"), exact: true })
    .click();
  await card(page, service).getByText(words("ui.connection.off")).waitFor();
  expect((await connection(app, service)).state).toBe("off");
}

/** By the page of QuickBooks itself, and back. */
async function consent(app: App, answer: "connect" | "cancel"): Promise<void> {
  const { page } = app;
  await page.waitForURL("**/quickbooks-appcenter/**");
  await page.locator(`button[name="${answer}"]`).click();
  await page.waitForURL("**/admin/connections");
  await pageReady(page);
}

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("a service is read at once", async ({ app }) => {
    const { page, open, words } = app;
    await open("/admin/connections");
    await waitUntilIdle(app, "hubspot");
    const before = await connection(app, "hubspot");
    await press(app, "hubspot", "ui.connection.sync_now");
    await page.getByText(words("ui.connection.started", { service: "HubSpot" })).waitFor();
    await waitUntilIdle(app, "hubspot");
    const after = await connection(app, "hubspot");
    expect(after.last_run?.api_id).not.toBe(before.last_run?.api_id);
    expect(after.last_run?.status).toBe("succeeded");
    await card(page, "hubspot")
      .getByRole("button", {
        name: new RegExp(`^${words("ui.connection.sync_now")}`),
        disabled: false,
      })
      .waitFor();

    await page.getByRole("tab", { name: words("connections.tab.history") }).click();
    await page.waitForURL(/tab=history/);
    const runs = page.getByRole("table", { name: words("connections.history.label") });
    await runs.locator("tbody tr").filter({ hasText: "HubSpot" }).first().waitFor();
  });

  test("progress outlives a reload", async ({ app }) => {
    const { page, open, words } = app;
    await showRunning(app, "teamwork");
    await open("/admin/connections");
    const bar = page.getByRole("progressbar", {
      name: words("connections.progress.label", { service: "Teamwork" }),
    });
    const step = words("connections.progress.step", {
      step: words("connections.step.time_entries"),
      position: "4",
      total: "5",
    });
    for (const _ of ["at first", "after a reload"]) {
      await bar.waitFor();
      await expect(bar).toHaveAttribute("aria-valuenow", "60");
      await card(page, "teamwork").getByText(step).waitFor();
      await expectAccessible(page);
      await page.reload();
      await pageReady(page);
    }
    await page.unrouteAll({ behavior: "wait" });
    await bar.waitFor({ state: "detached" });
  });

  test("the history is filtered by its address", async ({ app }) => {
    const { page, open, words } = app;
    await open("/admin/connections?tab=history&service=quickbooks&status=succeeded");
    const runs = page.getByRole("table", { name: words("connections.history.label") });
    await runs.locator("tbody tr").first().waitFor();
    const services = () => runs.locator("tbody tr th").allInnerTexts();
    await expect.poll(async () => new Set(await services())).toEqual(new Set(["QuickBooks"]));
    await page.getByRole("button", { name: words("table.clear_all") }).click();
    await expect.poll(async () => new Set(await services()).size).toBeGreaterThan(1);
    await expect.poll(() => new URL(page.url()).search).toBe("?tab=history");
  });
});

test.describe(() => {
  test.use({ role: "super_admin", locale: "fr-CA" });

  test("a wrong key is named, and put right", async ({ app }) => {
    const { page, open, words, api } = app;
    const key = (dialog: Locator) =>
      dialog.getByLabel(words("connections.field.key"), { exact: true });
    await open("/admin/connections");
    try {
      await changeKey(app, async (dialog) => {
        await expect(key(dialog)).toHaveValue("");
        await expectAccessible(page);
        await key(dialog).fill("twk_wrong");
      });
      const refused = await tried(app, "teamwork");
      await refused.getByText(words("connections.test.failed", { message: "" }).trim()).waitFor();
      expect((await settings(app, "teamwork")).configured_by).toBe("person");

      const remove = words("form.secret.remove", { label: words("connections.field.key") });
      await changeKey(app, async (dialog) => {
        await expect(key(dialog)).toHaveValue("");
        await dialog.getByRole("button", { name: remove }).click();
        await dialog.getByText(words("form.secret.removed")).waitFor();
      });
    } finally {
      if ((await settings(app, "teamwork")).configured_by === "person")
        await api.send("PATCH", "/connections/teamwork", { key: null });
    }
    const works = await tried(app, "teamwork");
    await works.getByText(words("connections.test.works", { message: "" }).trim()).waitFor();
    expect((await settings(app, "teamwork")).configured_by).toBe("environment");
  });

  test("a service is let go of and comes back", async ({ app }) => {
    const { page, open, words, api } = app;
    await open("/admin/connections");
    await waitUntilIdle(app, "hubspot");
    try {
      await disconnect(app, "hubspot");
      await open("/dashboard");
      const source = page.getByRole("listitem").filter({ hasText: "HubSpot" });
      await source.getByText(words("ui.connection.off")).waitFor();
      await open("/projects/create");
      await page.locator("tbody tr th a").first().waitFor();
      await page.getByText(words("ui.stale")).first().waitFor();
      await open("/dashboard");
      await source.getByRole("link", { name: words("dashboard.sources.connect") }).click();
      await page.waitForURL("**/admin/connections");
      await press(app, "hubspot", "connections.action.reconnect");
      await page.getByText(words("connections.reconnected", { service: "HubSpot" })).waitFor();
    } finally {
      if (!(await settings(app, "hubspot")).is_on)
        await api.send("PATCH", "/connections/hubspot", {});
    }
    await expect.poll(async () => (await connection(app, "hubspot")).state).not.toBe("off");
  });
});

test.describe(() => {
  test.use({
    role: "super_admin",
    locale: "fr-CA",
    expectedProblems: /foreign request \S+\/quickbooks-appcenter\//,
  });

  test("QuickBooks is consented to, and again", async ({ app }) => {
    const { page, open, words } = app;
    await open("/admin/connections");
    await waitUntilIdle(app, "quickbooks");
    await openMenu(app, "quickbooks");
    await choose(app, "connections.action.consent_again");
    await consent(app, "cancel");
    await page.getByText(words("connections.consent.cancelled_detail")).waitFor();

    await openMenu(app, "quickbooks");
    await choose(app, "connections.action.consent_again");
    await consent(app, "connect");
    await page.getByText(words("connections.consent.done"), { exact: true }).waitFor();
    const works = words("connections.test.works", { message: "" }).trim();
    await (await tried(app, "quickbooks")).getByText(works).waitFor();
    expect(new URL(page.url()).search).toBe("");

    const reconnect = async () => {
      await open("/admin/connections");
      await press(app, "quickbooks", "connections.action.consent");
      await consent(app, "connect");
    };
    try {
      await disconnect(app, "quickbooks");
      await open("/invoices");
      await page.locator("tbody tr th a").first().waitFor();
      await page.getByText(words("ui.stale")).first().waitFor();
      await reconnect();
      await page.getByText(words("connections.consent.done"), { exact: true }).waitFor();
      await (await tried(app, "quickbooks")).getByText(works).waitFor();
    } finally {
      if ((await connection(app, "quickbooks")).state === "off") await reconnect();
    }
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", expectedProblems: /status of 503/ });

  test("one failed call leaves the rest of a page", async ({ app }) => {
    const { page, open, words, api } = app;
    const clients = await api.get<{ data: { api_id: string; name: string }[] }>("/clients");
    const client = clients.data[0];
    if (!client) throw new Error("No client");
    const broken = /\/api\/v1\/(connections|dashboard|clients\/[^/]+\/quickbooks-invoices)(\?|$)/;
    await page.route(broken, (route) =>
      route.fulfill({ status: 503, json: { code: "unavailable" } }),
    );

    await open(`/clients/${client.api_id}/billing`);
    const title = words("clients.billing_title", { name: client.name });
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await page.getByText(words("clients.field.outstanding"), { exact: true }).waitFor();
    await page.getByText(words("table.failed.title")).waitFor();

    await open("/dashboard");
    await page.getByRole("heading", { level: 1, name: words("dashboard.title") }).waitFor();
    await page.getByText(words("ui.failed.title")).waitFor();
    await expectAccessible(page);
    await page.unrouteAll({ behavior: "wait" });
    await page.getByRole("button", { name: words("common.retry") }).click();
    await page.getByText(words("dashboard.mrr.label"), { exact: true }).waitFor();
  });
});

test.describe(() => {
  test.use({ role: "super_admin", locale: "fr-CA" });

  test("settings are opened and left by keys", async ({ app }) => {
    const { page, open, words } = app;
    await open("/admin/connections");
    const link = card(page, "hubspot").getByRole("link", {
      name: new RegExp(`^${words("connections.action.settings")}`),
    });
    await link.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/edit=hubspot/);
    const dialog = page.getByRole("dialog", {
      name: words("connections.settings.title", { service: "HubSpot" }),
    });
    await dialog.getByLabel(words("connections.field.key"), { exact: true }).waitFor();
    await expectFocus(dialog);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expectFocus(link);
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("an administrator reads and tries, but sees no settings", async ({ app }) => {
    const { page, open, words } = app;
    await open("/admin/connections?edit=teamwork");
    const buttons = card(page, "teamwork").getByRole("button");
    for (const key of ["ui.connection.sync_now", "connections.action.test"]) {
      await buttons.filter({ hasText: words(key) }).waitFor();
    }
    // The third one is the menu.
    await expect(buttons).toHaveCount(3);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(card(page, "teamwork").getByRole("link")).toHaveCount(0);
    await openMenu(app, "teamwork");
    await page.getByRole("menuitem", { name: words("connections.action.full") }).waitFor();
    await expect(page.getByRole("menuitem")).toHaveCount(1);
  });
});

test.describe(() => {
  test.use({ role: "financial_manager" });

  test("the page is an administrator's", async ({ page, open, words }) => {
    await open("/admin/connections");
    await page.getByText(words("ui.forbidden.title"), { exact: true }).waitFor();
    await expect(page.locator("main button, main article")).toHaveCount(0);
  });
});
