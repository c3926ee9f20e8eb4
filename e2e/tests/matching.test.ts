// Matching from its screen: a link is taken back and proposed again, a record is left aside and comes back.
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

interface Part {
  service: string;
  external_id: string;
  name: string;
  follows: boolean;
}

interface Match {
  name: string;
  target: { api_id: string; name: string } | null;
  parts: Part[];
}

async function matches({ api }: App, query: string): Promise<Match[]> {
  return (await api.get<{ data: Match[] }>(`/matches?per_page=100&${query}`)).data;
}

const choice = ({ service, external_id }: Part) => ({ service, external_id });
const group = (page: Page, name: string): Locator =>
  page.getByRole("region", { name, exact: true });

const press = (app: App, inside: Locator, action: string, name: string) =>
  inside
    .getByRole("button", {
      name: new RegExp(`^${app.words(`matching.action.${action}`)} ${name}`),
    })
    .click();

const said = ({ page, words }: App, what: string, name: string) =>
  page.getByText(words(`matching.done.${what}`, { name }), { exact: true }).waitFor();

/** A client with one record of each service, so that nothing else moves when one of them does. */
async function knownClient(app: App): Promise<[Match, Part]> {
  for (const match of await matches(app, "kind=client&status=matched")) {
    const parts = match.parts.filter(({ service }) => service === "quickbooks");
    if (match.target && match.parts.length === 3 && parts[0] && parts.length === 1)
      return [match, parts[0]];
  }
  throw new Error("No client is in all three services");
}

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("a link is taken back and accepted again", async ({ app }) => {
    const { page, open, words, api } = app;
    const [match, part] = await knownClient(app);
    const { name } = match;
    const search = `q=${encodeURIComponent(name)}`;
    const isLinked = async () => {
      const found = await matches(
        app,
        `kind=client&status=matched&search=${encodeURIComponent(name)}`,
      );
      return found.some(({ parts }) => parts.some((one) => one.external_id === part.external_id));
    };
    try {
      await open(`/admin/matching?status=matched&${search}`);
      await group(page, name).waitFor();
      await expectAccessible(page);
      await press(app, group(page, name), "unlink", part.name);
      const question = page.getByRole("dialog", {
        name: words("matching.unlink.title", { name: part.name }),
      });
      await expectAccessible(page);
      expect(await isLinked()).toBe(true);
      await question
        .getByRole("button", { name: words("matching.action.unlink"), exact: true })
        .click();
      await said(app, "unlinked", part.name);
      expect(await isLinked()).toBe(false);

      await open(`/admin/matching?${search}`);
      await group(page, name).getByText("QuickBooks").first().waitFor();
      await expectAccessible(page);
      await press(app, group(page, name), "accept", name);
      await said(app, "accepted", name);
      expect(await isLinked()).toBe(true);
      await page
        .getByText(words("matching.empty.proposed.title"))
        .or(page.getByText(words("table.no_match.title")))
        .waitFor();
    } finally {
      if (!(await isLinked()))
        await api.send("POST", "/matches", {
          kind: "client",
          parts: [choice(part)],
          target: match.target?.api_id,
        });
    }
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", viewport: { width: 375, height: 850 } });

  test("a record is left aside and comes back", async ({ app }) => {
    const { page, open, api } = app;
    const [match] = await matches(app, "kind=project&status=unmatched");
    if (!match) throw new Error("No project stands alone");
    const { name } = match;
    const search = `tab=project&q=${encodeURIComponent(name)}`;
    const isAside = async () => {
      const found = await matches(
        app,
        `kind=project&status=ignored&search=${encodeURIComponent(name)}`,
      );
      return found.some((one) => one.name === name);
    };
    try {
      await open(`/admin/matching?${search}&status=unmatched`);
      await group(page, name).waitFor();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await press(app, group(page, name), "ignore", name);
      await said(app, "ignored", name);
      expect(await isAside()).toBe(true);

      await open(`/admin/matching?${search}&status=ignored`);
      await press(app, group(page, name), "restore", name);
      await said(app, "restored", name);
      expect(await isAside()).toBe(false);
    } finally {
      if (await isAside())
        await api.send("POST", "/match-decisions", {
          kind: "project",
          decision: "restored",
          parts: match.parts.filter(({ follows }) => !follows).map(choice),
        });
    }
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("what is not ready is asked for, in a form", async ({ app }) => {
    const { page, open, words } = app;
    const [match] = await matches(app, "kind=project&status=unmatched");
    if (!match) throw new Error("No project stands alone");
    await open(`/admin/matching?tab=project&status=unmatched&q=${encodeURIComponent(match.name)}`);
    await press(app, group(page, match.name), "link", match.name);
    const dialog = page.getByRole("dialog", {
      name: words("matching.dialog.link", { name: match.name }),
    });
    await dialog.getByLabel(words("matching.field.project")).first().waitFor();
    await expectAccessible(page);
    await dialog
      .getByRole("button", { name: words("matching.action.accept"), exact: true })
      .click();
    await dialog.locator("[aria-invalid=true]").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("the dashboard leads to what waits", async ({ app }) => {
    const { page, open, words } = app;
    await open("/dashboard");
    const waiting = page.getByRole("region", { name: words("dashboard.to_match.title") });
    const link = waiting.getByRole("link").first();
    await link.waitFor();
    await expectAccessible(page);
    await link.click();
    await page.waitForURL("**/admin/matching**");
    await page.getByRole("region").locator("section").first().waitFor();
  });
});

test.describe(() => {
  test.use({ role: "financial_manager" });

  test("who may not match is offered none of it", async ({ app }) => {
    const { page, open, words } = app;
    await open("/dashboard");
    await page.getByRole("heading", { name: words("dashboard.title") }).waitFor();
    await expect(page.getByRole("region", { name: words("dashboard.to_match.title") })).toHaveCount(
      0,
    );
    await expect(page.getByRole("link", { name: words("shell.nav.admin_matching") })).toHaveCount(
      0,
    );
  });
});
