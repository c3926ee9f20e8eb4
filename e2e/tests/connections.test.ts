// The outside services from their screen: reading, trying, setting up, letting go, and what was read.
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible, type Scene, scenario } from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";
import { hasFocus, settled } from "../harness/settled.ts";

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

async function connection({ api }: Scene, service: Service): Promise<Connection> {
  const { data } = await api.get<{ data: Connection[] }>("/connections");
  const found = data.find((one) => one.service === service);
  if (!found) throw new Error(`No ${service}`);
  return found;
}

const settings = ({ api }: Scene, service: Service) =>
  api.get<Settings>(`/connections/${service}`).then(({ data }) => data);

async function rested(scene: Scene, service: Service): Promise<void> {
  const state = async () => (await connection(scene, service)).state;
  await expect.poll(state, { timeout: 60_000 }).not.toBe("running");
}

/** What is seen of a run that goes on as long as the test likes. */
async function showRunning({ page }: Scene, service: Service): Promise<void> {
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

async function openMenu(scene: Scene, service: Service): Promise<void> {
  const name = scene.words("ui.more_actions", { name: NAMES[service] });
  await card(scene.page, service).getByRole("button", { name }).click();
}

const choose = ({ page, words }: Scene, key: string) =>
  page.getByRole("menuitem", { name: words(key) }).click();

const press = (scene: Scene, service: Service, key: string) =>
  card(scene.page, service)
    .getByRole("button", { name: new RegExp(`^${scene.words(key)}`) })
    .click();

async function tried(scene: Scene, service: Service): Promise<Locator> {
  await press(scene, service, "connections.action.test");
  return card(scene.page, service).getByRole("status");
}

async function changeKey(scene: Scene, change: (dialog: Locator) => Promise<void>): Promise<void> {
  const { page, words } = scene;
  await card(page, "teamwork")
    .getByRole("link", { name: new RegExp(`^${words("connections.action.settings")}`) })
    .click();
  const title = words("connections.settings.title", { service: "Teamwork" });
  const dialog = page.getByRole("dialog", { name: title });
  await change(dialog);
  await dialog.getByRole("button", { name: words("form.save"), exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

async function disconnect(scene: Scene, service: Service): Promise<void> {
  const { page, words } = scene;
  await openMenu(scene, service);
  await choose(scene, "connections.action.disconnect");
  const title = words("connections.disconnect.title", { service: NAMES[service] });
  const question = page.getByRole("dialog", { name: title });
  await question.getByText(words("connections.disconnect.detail")).waitFor();
  await expectAccessible(page);
  await question
    .getByRole("button", { name: words("connections.action.disconnect"), exact: true })
    .click();
  await card(page, service).getByText(words("ui.connection.off")).waitFor();
  expect((await connection(scene, service)).state).toBe("off");
}

/** By the page of QuickBooks itself, and back. */
async function consent(scene: Scene, answer: "connect" | "cancel"): Promise<void> {
  const { page } = scene;
  await page.waitForURL("**/quickbooks-appcenter/**");
  await page.locator(`button[name="${answer}"]`).click();
  await page.waitForURL("**/admin/connections");
  await settled(page);
}

for (const locale of LOCALES) {
  scenario(`a service is read at once, ${locale}`, { as: "admin", locale }, async (scene) => {
    const { page, open, words } = scene;
    await open("/admin/connections");
    await rested(scene, "hubspot");
    const before = await connection(scene, "hubspot");
    await press(scene, "hubspot", "ui.connection.sync_now");
    await page.getByText(words("ui.connection.started", { service: "HubSpot" })).waitFor();
    await rested(scene, "hubspot");
    const after = await connection(scene, "hubspot");
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

  scenario(`progress outlives a reload, ${locale}`, { as: "admin", locale }, async (scene) => {
    const { page, open, words } = scene;
    await showRunning(scene, "teamwork");
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
      await expect.poll(() => bar.getAttribute("aria-valuenow")).toBe("60");
      await card(page, "teamwork").getByText(step).waitFor();
      await expectAccessible(page);
      await page.reload();
      await settled(page);
    }
    await page.unrouteAll({ behavior: "wait" });
    await bar.waitFor({ state: "detached" });
  });

  scenario(
    `the history is filtered by its address, ${locale}`,
    { as: "admin", locale },
    async (scene) => {
      const { page, open, words } = scene;
      await open("/admin/connections?tab=history&service=quickbooks&status=succeeded");
      const runs = page.getByRole("table", { name: words("connections.history.label") });
      await runs.locator("tbody tr").first().waitFor();
      const services = () => runs.locator("tbody tr th").allInnerTexts();
      await expect.poll(async () => new Set(await services())).toEqual(new Set(["QuickBooks"]));
      await page.getByRole("button", { name: words("table.clear_all") }).click();
      await expect.poll(async () => new Set(await services()).size).toBeGreaterThan(1);
      await expect.poll(() => new URL(page.url()).search).toBe("?tab=history");
    },
  );

  const keyed = { as: "super_admin", locale } as const;
  scenario(`a wrong key is named, and put right, ${locale}`, keyed, async (scene) => {
    const { page, open, words, api } = scene;
    const key = (dialog: Locator) =>
      dialog.getByLabel(words("connections.field.key"), { exact: true });
    await open("/admin/connections");
    try {
      await changeKey(scene, async (dialog) => {
        await expect.poll(() => key(dialog).inputValue()).toBe("");
        await expectAccessible(page);
        await key(dialog).fill("twk_wrong");
      });
      const refused = await tried(scene, "teamwork");
      await refused.getByText(words("connections.test.failed", { message: "" }).trim()).waitFor();
      expect((await settings(scene, "teamwork")).configured_by).toBe("person");

      const remove = words("form.secret.remove", { label: words("connections.field.key") });
      await changeKey(scene, async (dialog) => {
        await expect.poll(() => key(dialog).inputValue()).toBe("");
        await dialog.getByRole("button", { name: remove }).click();
        await dialog.getByText(words("form.secret.removed")).waitFor();
      });
    } finally {
      if ((await settings(scene, "teamwork")).configured_by === "person")
        await api.send("PATCH", "/connections/teamwork", { key: null });
    }
    const works = await tried(scene, "teamwork");
    await works.getByText(words("connections.test.works", { message: "" }).trim()).waitFor();
    expect((await settings(scene, "teamwork")).configured_by).toBe("environment");
  });

  scenario(`a service is let go of and comes back, ${locale}`, keyed, async (scene) => {
    const { page, open, words, api } = scene;
    await open("/admin/connections");
    await rested(scene, "hubspot");
    try {
      await disconnect(scene, "hubspot");
      await open("/dashboard");
      const source = page.getByRole("listitem").filter({ hasText: "HubSpot" });
      await source.getByText(words("ui.connection.off")).waitFor();
      await open("/projects/create");
      await page.locator("tbody tr th a").first().waitFor();
      await page.getByText(words("ui.stale")).first().waitFor();
      await open("/dashboard");
      await source.getByRole("link", { name: words("dashboard.sources.connect") }).click();
      await page.waitForURL("**/admin/connections");
      await press(scene, "hubspot", "connections.action.reconnect");
      await page.getByText(words("connections.reconnected", { service: "HubSpot" })).waitFor();
    } finally {
      if (!(await settings(scene, "hubspot")).is_on)
        await api.send("PATCH", "/connections/hubspot", {});
    }
    await expect.poll(async () => (await connection(scene, "hubspot")).state).not.toBe("off");
  });

  const away = { ...keyed, expected: /foreign request \S+\/quickbooks-appcenter\// } as const;
  scenario(`QuickBooks is consented to, and again, ${locale}`, away, async (scene) => {
    const { page, open, words } = scene;
    await open("/admin/connections");
    await rested(scene, "quickbooks");
    await openMenu(scene, "quickbooks");
    await choose(scene, "connections.action.consent_again");
    await consent(scene, "cancel");
    await page.getByText(words("connections.consent.cancelled_detail")).waitFor();

    await openMenu(scene, "quickbooks");
    await choose(scene, "connections.action.consent_again");
    await consent(scene, "connect");
    await page.getByText(words("connections.consent.done"), { exact: true }).waitFor();
    const works = words("connections.test.works", { message: "" }).trim();
    await (await tried(scene, "quickbooks")).getByText(works).waitFor();
    expect(new URL(page.url()).search).toBe("");

    const reconnect = async () => {
      await open("/admin/connections");
      await press(scene, "quickbooks", "connections.action.consent");
      await consent(scene, "connect");
    };
    try {
      await disconnect(scene, "quickbooks");
      await open("/invoices");
      await page.locator("tbody tr th a").first().waitFor();
      await page.getByText(words("ui.stale")).first().waitFor();
      await reconnect();
      await page.getByText(words("connections.consent.done"), { exact: true }).waitFor();
      await (await tried(scene, "quickbooks")).getByText(works).waitFor();
    } finally {
      if ((await connection(scene, "quickbooks")).state === "off") await reconnect();
    }
  });

  const failing = { as: "admin", locale, expected: /status of 503/ } as const;
  scenario(`one failed call leaves the rest of a page, ${locale}`, failing, async (scene) => {
    const { page, open, words, api } = scene;
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

  scenario(`settings are opened and left by keys, ${locale}`, keyed, async (scene) => {
    const { page, open, words } = scene;
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
    await hasFocus(dialog);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await hasFocus(link);
  });
}

scenario(
  "an administrator reads and tries, but sees no settings",
  { as: "admin" },
  async (scene) => {
    const { page, open, words } = scene;
    await open("/admin/connections?edit=teamwork");
    const buttons = card(page, "teamwork").getByRole("button");
    for (const key of ["ui.connection.sync_now", "connections.action.test"]) {
      await buttons.filter({ hasText: words(key) }).waitFor();
    }
    // The third one is the menu.
    await expect.poll(() => buttons.count()).toBe(3);
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await card(page, "teamwork").getByRole("link").count()).toBe(0);
    await openMenu(scene, "teamwork");
    await page.getByRole("menuitem", { name: words("connections.action.full") }).waitFor();
    expect(await page.getByRole("menuitem").count()).toBe(1);
  },
);

scenario(
  "the page is an administrator's",
  { as: "financial_manager" },
  async ({ page, open, words }) => {
    await open("/admin/connections");
    await page.getByText(words("ui.forbidden.title"), { exact: true }).waitFor();
    expect(await page.locator("main button, main article").count()).toBe(0);
  },
);
