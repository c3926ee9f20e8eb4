// Tests the connections: synchronize, check, configure, disconnect, and the history.
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/pageChecks.ts";
import { expectFocus, waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Connection {
  service: string;
  state: string;
  last_run: { api_id: string; status: string } | null;
}

interface Settings {
  data: { configured_by: string | null; is_on: boolean };
}

const SERVICE_NAMES = { teamwork: "Teamwork", hubspot: "HubSpot", quickbooks: "QuickBooks" };
type Service = keyof typeof SERVICE_NAMES;

const card = (page: Page, service: Service): Locator =>
  page.getByRole("region", { name: SERVICE_NAMES[service], exact: true });

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

/** Simulates a run in progress for the rest of the test. */
async function showRunning({ page }: App, service: Service): Promise<void> {
  await page.route("**/api/v1/connections", async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: Connection[] };
    const progress = { step: "time_entries", done: 3, total: 5 };
    const run = { status: "running", progress, records: 1204, error: null, message: null };
    const shown = data.map((one) =>
      one.service === service
        ? { ...one, state: "running", last_run: { ...one.last_run, ...run } }
        : one,
    );
    await route.fulfill({ response, json: { data: shown } });
  });
}

async function openMenu(app: App, service: Service): Promise<void> {
  const name = app.t("ui.more_actions", { name: SERVICE_NAMES[service] });
  await card(app.page, service).getByRole("button", { name }).click();
}

const choose = ({ page, t }: App, key: string) =>
  page.getByRole("menuitem", { name: t(key) }).click();

const press = (app: App, service: Service, key: string) =>
  card(app.page, service)
    .getByRole("button", { name: new RegExp(`^${app.t(key)}`) })
    .click();

async function testConnection(app: App, service: Service): Promise<Locator> {
  await press(app, service, "connections.action.test");
  return card(app.page, service).getByRole("status");
}

async function changeKey(app: App, change: (dialog: Locator) => Promise<void>): Promise<void> {
  const { page, t } = app;
  await card(page, "teamwork")
    .getByRole("link", { name: new RegExp(`^${t("connections.action.settings")}`) })
    .click();
  const title = t("connections.settings.title", { service: "Teamwork" });
  const dialog = page.getByRole("dialog", { name: title });
  await change(dialog);
  await dialog.getByRole("button", { name: t("form.save"), exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

async function disconnect(app: App, service: Service): Promise<void> {
  const { page, t } = app;
  await openMenu(app, service);
  await choose(app, "connections.action.disconnect");
  const title = t("connections.disconnect.title", { service: SERVICE_NAMES[service] });
  const question = page.getByRole("dialog", { name: title });
  await question.getByText(t("connections.disconnect.detail")).waitFor();
  await expectAccessible(page);
  await question
    .getByRole("button", { name: t("connections.action.disconnect"), exact: true })
    .click();
  await card(page, service).getByText(t("ui.connection.off")).waitFor();
  expect((await connection(app, service)).state).toBe("off");
}

/** Grants or cancels the consent on QuickBooks' own page. */
async function consent(app: App, response: "connect" | "cancel"): Promise<void> {
  const { page } = app;
  await page.waitForURL("**/quickbooks-appcenter/**");
  await page.locator(`button[name="${response}"]`).click();
  await page.waitForURL("**/admin/connections");
  await waitForPage(page);
}

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("a service is synchronized on request", async ({ app }) => {
    const { page, open, t } = app;
    await open("/admin/connections");
    await waitUntilIdle(app, "hubspot");
    const before = await connection(app, "hubspot");
    await press(app, "hubspot", "ui.connection.sync_now");
    await page.getByText(t("ui.connection.started", { service: "HubSpot" })).waitFor();
    await waitUntilIdle(app, "hubspot");
    const after = await connection(app, "hubspot");
    expect(after.last_run?.api_id).not.toBe(before.last_run?.api_id);
    expect(after.last_run?.status).toBe("succeeded");
    await card(page, "hubspot")
      .getByRole("button", {
        name: new RegExp(`^${t("ui.connection.sync_now")}`),
        disabled: false,
      })
      .waitFor();

    await page.getByRole("tab", { name: t("connections.tab.history") }).click();
    await page.waitForURL(/tab=history/);
    const runs = page.getByRole("table", { name: t("connections.history.label") });
    await runs.locator("tbody tr").filter({ hasText: "HubSpot" }).first().waitFor();
  });

  test("progress survives a reload", async ({ app }) => {
    const { page, open, t } = app;
    await showRunning(app, "teamwork");
    await open("/admin/connections");
    const progressBar = page.getByRole("progressbar", {
      name: t("connections.progress.label", { service: "Teamwork" }),
    });
    const step = t("connections.progress.step", {
      step: t("connections.step.time_entries"),
      position: "4",
      total: "5",
    });
    for (const _ of ["at first", "after a reload"]) {
      await progressBar.waitFor();
      await expect(progressBar).toHaveAttribute("aria-valuenow", "60");
      await card(page, "teamwork").getByText(step).waitFor();
      await expectAccessible(page);
      await page.reload();
      await waitForPage(page);
    }
    await page.unrouteAll({ behavior: "wait" });
    await progressBar.waitFor({ state: "detached" });
  });

  test("the URL filters the history", async ({ app }) => {
    const { page, open, t } = app;
    await open("/admin/connections?tab=history&service=quickbooks&status=succeeded");
    const runs = page.getByRole("table", { name: t("connections.history.label") });
    await runs.locator("tbody tr").first().waitFor();
    const services = () => runs.locator("tbody tr th").allInnerTexts();
    await expect.poll(async () => new Set(await services())).toEqual(new Set(["QuickBooks"]));
    await page.getByRole("button", { name: t("table.clear_all") }).click();
    await expect.poll(async () => new Set(await services()).size).toBeGreaterThan(1);
    await expect.poll(() => new URL(page.url()).search).toBe("?tab=history");
  });
});

test.describe(() => {
  test.use({ role: "super_admin", locale: "fr-CA" });

  test("a wrong key is reported and corrected", async ({ app }) => {
    const { page, open, t, api } = app;
    const key = (dialog: Locator) => dialog.getByLabel(t("connections.field.key"), { exact: true });
    await open("/admin/connections");
    try {
      await changeKey(app, async (dialog) => {
        await expect(key(dialog)).toHaveValue("");
        await expectAccessible(page);
        await key(dialog).fill("twk_wrong");
      });
      const refused = await testConnection(app, "teamwork");
      await refused.getByText(t("connections.test.failed", { message: "" }).trim()).waitFor();
      expect((await settings(app, "teamwork")).configured_by).toBe("person");

      const remove = t("form.secret.remove", { label: t("connections.field.key") });
      await changeKey(app, async (dialog) => {
        await expect(key(dialog)).toHaveValue("");
        await dialog.getByRole("button", { name: remove }).click();
        await dialog.getByText(t("form.secret.removed")).waitFor();
      });
    } finally {
      if ((await settings(app, "teamwork")).configured_by === "person")
        await api.send("PATCH", "/connections/teamwork", { key: null });
    }
    const works = await testConnection(app, "teamwork");
    await works.getByText(t("connections.test.works", { message: "" }).trim()).waitFor();
    expect((await settings(app, "teamwork")).configured_by).toBe("environment");
  });

  test("a service is disconnected and reconnected", async ({ app }) => {
    const { page, open, t, api } = app;
    await open("/admin/connections");
    await waitUntilIdle(app, "hubspot");
    try {
      await disconnect(app, "hubspot");
      await open("/dashboard");
      const source = page.getByRole("listitem").filter({ hasText: "HubSpot" });
      await source.getByText(t("ui.connection.off")).waitFor();
      await open("/projects/create");
      await page.locator("tbody tr th a").first().waitFor();
      await page.getByText(t("ui.stale")).first().waitFor();
      await open("/dashboard");
      await source.getByRole("link", { name: t("dashboard.sources.connect") }).click();
      await page.waitForURL("**/admin/connections");
      await press(app, "hubspot", "connections.action.reconnect");
      await page.getByText(t("connections.reconnected", { service: "HubSpot" })).waitFor();
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

  test("QuickBooks is connected by consent, twice", async ({ app }) => {
    const { page, open, t } = app;
    await open("/admin/connections");
    await waitUntilIdle(app, "quickbooks");
    await openMenu(app, "quickbooks");
    await choose(app, "connections.action.consent_again");
    await consent(app, "cancel");
    await page.getByText(t("connections.consent.cancelled_detail")).waitFor();

    await openMenu(app, "quickbooks");
    await choose(app, "connections.action.consent_again");
    await consent(app, "connect");
    await page.getByText(t("connections.consent.done"), { exact: true }).waitFor();
    const works = t("connections.test.works", { message: "" }).trim();
    await (await testConnection(app, "quickbooks")).getByText(works).waitFor();
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
      await page.getByText(t("ui.stale")).first().waitFor();
      await reconnect();
      await page.getByText(t("connections.consent.done"), { exact: true }).waitFor();
      await (await testConnection(app, "quickbooks")).getByText(works).waitFor();
    } finally {
      if ((await connection(app, "quickbooks")).state === "off") await reconnect();
    }
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", expectedProblems: /status of 503/ });

  test("one failed call leaves the rest of a page", async ({ app }) => {
    const { page, open, t, api } = app;
    const clients = await api.get<{ data: { api_id: string; name: string }[] }>("/clients");
    const client = clients.data[0];
    if (!client) throw new Error("No client");
    const broken = /\/api\/v1\/(connections|dashboard|clients\/[^/]+\/quickbooks-invoices)(\?|$)/;
    await page.route(broken, (route) =>
      route.fulfill({ status: 503, json: { code: "unavailable" } }),
    );

    await open(`/clients/${client.api_id}/billing`);
    const title = t("clients.billing_title", { name: client.name });
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await page.getByText(t("clients.field.outstanding"), { exact: true }).waitFor();
    await page.getByText(t("table.failed.title")).waitFor();

    await open("/dashboard");
    await page.getByRole("heading", { level: 1, name: t("dashboard.title") }).waitFor();
    await page.getByText(t("ui.failed.title")).waitFor();
    await expectAccessible(page);
    await page.unrouteAll({ behavior: "wait" });
    await page.getByRole("button", { name: t("common.retry") }).click();
    await page.getByText(t("dashboard.mrr.label"), { exact: true }).waitFor();
  });
});

test.describe(() => {
  test.use({ role: "super_admin", locale: "fr-CA" });

  test("settings open and close by keyboard", async ({ app }) => {
    const { page, open, t } = app;
    await open("/admin/connections");
    const link = card(page, "hubspot").getByRole("link", {
      name: new RegExp(`^${t("connections.action.settings")}`),
    });
    await link.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/edit=hubspot/);
    const dialog = page.getByRole("dialog", {
      name: t("connections.settings.title", { service: "HubSpot" }),
    });
    await dialog.getByLabel(t("connections.field.key"), { exact: true }).waitFor();
    await expectFocus(dialog);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expectFocus(link);
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("an administrator synchronizes and tests, but sees no settings", async ({ app }) => {
    const { page, open, t } = app;
    await open("/admin/connections?edit=teamwork");
    const buttons = card(page, "teamwork").getByRole("button");
    for (const key of ["ui.connection.sync_now", "connections.action.test"]) {
      await buttons.filter({ hasText: t(key) }).waitFor();
    }
    // The third one is the menu.
    await expect(buttons).toHaveCount(3);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(card(page, "teamwork").getByRole("link")).toHaveCount(0);
    await openMenu(app, "teamwork");
    await page.getByRole("menuitem", { name: t("connections.action.full") }).waitFor();
    await expect(page.getByRole("menuitem")).toHaveCount(1);
  });
});

test.describe(() => {
  test.use({ role: "financial_manager" });

  test("only administrators see the page", async ({ page, open, t }) => {
    await open("/admin/connections");
    await page.getByText(t("ui.forbidden.title"), { exact: true }).waitFor();
    await expect(page.locator("main button, main article")).toHaveCount(0);
  });

  test("outside the settings, a financial manager sees services of an open month", async ({
    app,
  }) => {
    const { page, open, t } = app;
    await open("/connections?synced_before=2099-01-01");
    await card(page, "quickbooks").waitFor();
    await card(page, "teamwork").waitFor();
    await page.getByRole("link", { name: t("connections.show_all"), exact: true }).click();
    await expect(page).toHaveURL(/\/connections$/);
    await card(page, "hubspot").waitFor();
  });
});
