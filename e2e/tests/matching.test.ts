// Tests matching: a match is undone and proposed again, a record is set aside and restored.
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

interface MatchRecord {
  service: string;
  external_id: string;
  name: string;
  via_parent: boolean;
}

interface Match {
  name: string;
  target: { api_id: string; name: string } | null;
  records: MatchRecord[];
}

async function matches({ api }: App, query: string): Promise<Match[]> {
  return (await api.get<{ data: Match[] }>(`/matches?per_page=100&${query}`)).data;
}

const choice = ({ service, external_id }: MatchRecord) => ({ service, external_id });
const group = (page: Page, name: string): Locator =>
  page.getByRole("region", { name, exact: true });

const clickButton = (app: App, inside: Locator, action: string, name: string) =>
  inside
    .getByRole("button", {
      name: new RegExp(`^${app.t(`matching.action.${action}`)} ${name}`),
    })
    .click();

const expectMessage = ({ page, t }: App, what: string, name: string) =>
  page.getByText(t(`matching.done.${what}`, { name }), { exact: true }).waitFor();

/** A client with one record of each service, so that undoing one match affects no other. */
async function findMatchedClient(app: App): Promise<[Match, MatchRecord]> {
  for (const match of await matches(app, "kind=client&status=matched")) {
    const records = match.records.filter(({ service }) => service === "quickbooks");
    if (match.target && match.records.length === 3 && records[0] && records.length === 1)
      return [match, records[0]];
  }
  throw new Error("No client is in all three services");
}

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("a match is undone and accepted again", async ({ app }) => {
    const { page, open, t, api } = app;
    const [match, part] = await findMatchedClient(app);
    const { name } = match;
    const search = `q=${encodeURIComponent(name)}`;
    const isLinked = async () => {
      const found = await matches(
        app,
        `kind=client&status=matched&search=${encodeURIComponent(name)}`,
      );
      return found.some(({ records }) =>
        records.some((one) => one.external_id === part.external_id),
      );
    };
    try {
      await open(`/admin/matching?status=matched&${search}`);
      await group(page, name).waitFor();
      await expectAccessible(page);
      await clickButton(app, group(page, name), "unlink", part.name);
      const question = page.getByRole("dialog", {
        name: t("matching.unlink.title", { name: part.name }),
      });
      await expectAccessible(page);
      expect(await isLinked()).toBe(true);
      await question
        .getByRole("button", { name: t("matching.action.unlink"), exact: true })
        .click();
      await expectMessage(app, "unlinked", part.name);
      expect(await isLinked()).toBe(false);

      await open(`/admin/matching?${search}`);
      await group(page, name).getByText("QuickBooks").first().waitFor();
      await expectAccessible(page);
      await clickButton(app, group(page, name), "accept", name);
      await expectMessage(app, "accepted", name);
      expect(await isLinked()).toBe(true);
      await page
        .getByText(t("matching.empty.proposed.title"))
        .or(page.getByText(t("table.no_match.title")))
        .waitFor();
    } finally {
      if (!(await isLinked()))
        await api.send("POST", "/matches", {
          kind: "client",
          records: [choice(part)],
          target: match.target?.api_id,
        });
    }
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", viewport: { width: 375, height: 850 } });

  test("a record is set aside and restored", async ({ app }) => {
    const { page, open, api } = app;
    const [match] = await matches(app, "kind=project&status=unmatched");
    if (!match) throw new Error("No project stands alone");
    const { name } = match;
    const search = `tab=project&q=${encodeURIComponent(name)}`;
    const isSetAside = async () => {
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
      await clickButton(app, group(page, name), "ignore", name);
      await expectMessage(app, "ignored", name);
      expect(await isSetAside()).toBe(true);

      await open(`/admin/matching?${search}&status=ignored`);
      await clickButton(app, group(page, name), "restore", name);
      await expectMessage(app, "restored", name);
      expect(await isSetAside()).toBe(false);
    } finally {
      if (await isSetAside())
        await api.send("POST", "/match-decisions", {
          kind: "project",
          decision: "restored",
          records: match.records.filter(({ via_parent }) => !via_parent).map(choice),
        });
    }
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("a form asks for missing fields", async ({ app }) => {
    const { page, open, t } = app;
    const [match] = await matches(app, "kind=project&status=unmatched");
    if (!match) throw new Error("No project stands alone");
    await open(`/admin/matching?tab=project&status=unmatched&q=${encodeURIComponent(match.name)}`);
    await clickButton(app, group(page, match.name), "link", match.name);
    const dialog = page.getByRole("dialog", {
      name: t("matching.dialog.link", { name: match.name }),
    });
    await dialog.getByLabel(t("matching.field.project")).first().waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: t("matching.action.accept"), exact: true }).click();
    await dialog.locator("[aria-invalid=true]").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("the dashboard links to waiting matches", async ({ app }) => {
    const { page, open, t } = app;
    await open("/dashboard");
    const waiting = page.getByRole("region", { name: t("dashboard.to_match.title") });
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

  test("a user without the permission sees no matching", async ({ app }) => {
    const { page, open, t } = app;
    await open("/dashboard");
    await page.getByRole("heading", { name: t("dashboard.title") }).waitFor();
    await expect(page.getByRole("region", { name: t("dashboard.to_match.title") })).toHaveCount(0);
    await expect(page.getByRole("link", { name: t("shell.nav.admin_matching") })).toHaveCount(0);
  });
});
