// Tests manual matching: new clients and employees, accepting all certain matches, by hand, undo.
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ role: "admin" });

interface MatchRecord {
  service: string;
  external_id: string;
  api_id: string;
  name: string;
  reason: string | null;
}

interface Match {
  kind: string;
  name: string;
  target: { api_id: string; name: string } | null;
  records: MatchRecord[];
}

type MatchedClient = [Match, MatchRecord];

const choice = ({ service, external_id }: MatchRecord) => ({ service, external_id });
const group = (page: Page, name: string): Locator =>
  page.getByRole("region", { name, exact: true });
const button = (inside: Locator | Page, name: string) =>
  inside.getByRole("button", { name, exact: true });

async function matches({ api }: App, query: string): Promise<Match[]> {
  return (await api.get<{ data: Match[] }>(`/matches?per_page=100&${query}`)).data;
}

const clickButton = ({ t }: App, inside: Locator, action: string, name: string) =>
  inside.getByRole("button", { name: `${t(`matching.action.${action}`)} ${name}` }).click();

const expectMessage = ({ page, t }: App, text: string, values: Record<string, string>) =>
  page.getByText(t(`matching.done.${text}`, values), { exact: true }).waitFor();

const link = ({ api }: App, { kind, target }: Match, part: MatchRecord) =>
  api.send("POST", "/matches", { kind, records: [choice(part)], target: target?.api_id });

const unlink = ({ api }: App, { kind }: Match, { service, external_id }: MatchRecord) =>
  api.send("DELETE", `/matches/${kind}/${service}/${external_id}`);

/** Three clients, each with one record of the service of the same name and domain. */
async function findMatchedClients(
  app: App,
  service: string,
): Promise<[MatchedClient, MatchedClient, MatchedClient]> {
  const found: MatchedClient[] = [];
  for (const match of await matches(app, "kind=client&status=matched")) {
    const part = match.records.find((item) => item.service === service);
    const isCertain = match.records.every(({ reason }) => reason === "domain");
    if (part && isCertain && match.records.length === 3) found.push([match, part]);
  }
  const [first, second, third] = found;
  if (!first || !second || !third) throw new Error("No three clients are in all three services");
  return [first, second, third];
}

async function isLinked(app: App, { kind, name }: Match, part: MatchRecord): Promise<boolean> {
  const query = `kind=${kind}&status=matched&search=${encodeURIComponent(name)}`;
  const found = await matches(app, query);
  return found.some(({ records }) => records.some((item) => item.api_id === part.api_id));
}

/** Unlinks records for the duration of the test and restores them. */
async function withUnlinked(
  app: App,
  unlinked: readonly MatchedClient[],
  body: () => Promise<void>,
): Promise<void> {
  try {
    for (const [match, part] of unlinked) await unlink(app, match, part);
    await body();
  } finally {
    for (const [match, part] of unlinked)
      if (!(await isLinked(app, match, part))) await link(app, match, part);
  }
}

const decision = ({ api }: App, { kind, target }: Match, part: MatchRecord, text: string) =>
  api.send("POST", "/match-decisions", {
    kind,
    decision: text,
    records: [choice(part)],
    target: target?.api_id,
  });

const reviewed = (query: string, name: string) =>
  `/admin/matching?${query}q=${encodeURIComponent(name)}`;

const choose = async (page: Page, field: Locator, typed: string) => {
  await field.fill(typed);
  await page.getByRole("option").filter({ hasText: typed }).first().click();
};

test("all certain matches are accepted at once", async ({ app }) => {
  const { page, open, t } = app;
  const [first, second, third] = await findMatchedClients(app, "hubspot");
  await withUnlinked(app, [first, second], async () => {
    const action = t("matching.all.action", { count: "2" });
    const confirm = t("matching.all.confirm", { count: "2" });
    await open("/admin/matching");
    await button(page, action).click();
    const dialog = page.getByRole("dialog");
    await button(dialog, confirm).waitFor();
    await expectAccessible(page);
    expect(await isLinked(app, ...first)).toBe(false);

    // A colleague links the second company to another client just before.
    await unlink(app, ...third);
    try {
      await page.route(
        "**/match-batches",
        async (route) => {
          await link(app, third[0], second[1]);
          await route.continue();
        },
        { times: 1 },
      );
      await button(dialog, confirm).click();
      await button(dialog, t("matching.all.ended")).waitFor();
      const refused = dialog.getByRole("listitem");
      await expect(refused).toHaveCount(1);
      expect(await refused.textContent()).toContain(second[0].name);
      await expectAccessible(page);
      expect(await isLinked(app, ...first)).toBe(true);
    } finally {
      if (await isLinked(app, third[0], second[1])) await unlink(app, third[0], second[1]);
      await link(app, ...third);
    }
    await button(dialog, t("matching.all.show")).click();
    await page.waitForURL("**/admin/matching?status=matched");
    await group(page, first[0].name).waitFor();
  });
});

test("a proposal is rejected, undone, and becomes a new client", async ({ app }) => {
  const { page, open, t, api, locale } = app;
  const [[match, part]] = await findMatchedClients(app, "teamwork");
  const { name } = match;
  const created = `${name} ${locale}`;
  await withUnlinked(app, [[match, part]], async () => {
    try {
      await open(reviewed("", name));
      await clickButton(app, group(page, name), "reject", part.name);
      await expectMessage(app, "rejected", { name: part.name });
      await button(page, t("common.undo")).click();
      await expectMessage(app, "restored", { name: part.name });
      await clickButton(app, group(page, name), "reject", part.name);
      await expectMessage(app, "rejected", { name: part.name });

      await open(reviewed("status=unmatched&", part.name));
      await clickButton(app, group(page, part.name), "create_review", part.name);
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(t("matching.field.name")).fill(created);
      await expectAccessible(page);
      const manager = dialog.getByRole("combobox", {
        name: t("matching.field.account_manager"),
      });
      await manager.click();
      await page.getByRole("listbox").getByRole("option").first().click();
      await dialog.getByLabel(t("matching.field.currency")).selectOption("CAD");
      await button(dialog, t("matching.action.accept")).click();
      await dialog.waitFor({ state: "detached" });
      expect(await isLinked(app, { ...match, name: created }, part)).toBe(true);
    } finally {
      const query = `/clients?search=${encodeURIComponent(created)}`;
      const found = (await api.get<{ data: { api_id: string }[] }>(query)).data[0];
      if (found) {
        await unlink(app, match, part);
        await api.send("DELETE", `/clients/${found.api_id}`);
      }
      await decision(app, match, part, "restored");
    }
  });
});

test("an empty review leads to records of one service, which are created at once", async ({
  app,
}) => {
  const { page, open, t, api } = app;
  const [[match, part]] = await findMatchedClients(app, "hubspot");
  const ownMatch = async () => {
    const query = `kind=client&status=matched&search=${encodeURIComponent(part.name)}`;
    const hasPart = ({ records }: Match) => records.some(({ api_id }) => api_id === part.api_id);
    return (await matches(app, query)).find(hasPart);
  };
  await withUnlinked(app, [[match, part]], async () => {
    await decision(app, match, part, "rejected");
    try {
      await open("/admin/matching");
      const alone = /^(Voir \d+ fiches? non jumelées?|View \d+ unmatched records?)$/;
      await page.getByRole("link", { name: alone }).click();
      await page.waitForURL("**/admin/matching?status=unmatched");
      // Other tests may have unmatched records meanwhile.
      await open(reviewed("status=unmatched&", part.name));
      await button(page, t("matching.all.alone.action", { count: "1" })).click();
      const dialog = page.getByRole("dialog");
      await expectAccessible(page);
      await button(dialog, t("matching.all.alone.confirm", { count: "1" })).click();
      await dialog.getByText(/^(1 fiche a été créée|1 record was created)\.$/).waitFor();
      expect((await ownMatch())?.target?.api_id).not.toBe(match.target?.api_id);
    } finally {
      const created = await ownMatch();
      if (created?.target && created.target.api_id !== match.target?.api_id) {
        await unlink(app, match, part);
        await api.send("DELETE", `/clients/${created.target.api_id}`);
      }
      await decision(app, match, part, "restored");
    }
  });
});

test("an unmatched record is matched to a client, and a client accepts any record", async ({
  app,
}) => {
  const { page, open, t } = app;
  const [[match, part]] = await findMatchedClients(app, "hubspot");
  const { name } = match;
  await withUnlinked(app, [[match, part]], async () => {
    await decision(app, match, part, "rejected");
    try {
      await open(reviewed("status=unmatched&", part.name));
      await clickButton(app, group(page, part.name), "link", part.name);
      const dialog = page.getByRole("dialog");
      const client = dialog.getByRole("combobox", { name: t("matching.field.client") });
      await choose(page, client, name);
      await button(dialog, t("matching.action.accept")).click();
      await dialog.waitFor({ state: "detached" });
      expect(await isLinked(app, match, part)).toBe(true);

      await unlink(app, match, part);
      await decision(app, match, part, "rejected");
      await open(reviewed("status=matched&", name));
      await clickButton(app, group(page, name), "search", name);
      await button(dialog, t("matching.search.link")).click();
      await dialog.getByText(t("matching.search.first")).waitFor();
      const record = dialog.getByRole("combobox", { name: t("matching.search.label") });
      await choose(page, record, part.name);
      await expectAccessible(page);
      await button(dialog, t("matching.search.link")).click();
      await expectMessage(app, "linked", { name: part.name, target: name });
      expect(await isLinked(app, match, part)).toBe(true);
    } finally {
      await decision(app, match, part, "restored");
    }
  });
});

test.describe(() => {
  test.use({ expectedProblems: /status of 409/ });

  test("a late match shows what happened meanwhile", async ({ app }) => {
    const { page, open, t } = app;
    const [mine, theirs] = await findMatchedClients(app, "hubspot");
    const [match, part] = mine;
    const expectRefusal = async (code: string, requested: () => Promise<void>) => {
      const answered = page.waitForResponse(
        (response) => response.url().endsWith("/api/v1/matches") && response.status() === 409,
      );
      await requested();
      const body: { code: string; message: string } = await (await answered).json();
      expect(body.code).toBe(code);
      await page.getByText(body.message).waitFor();
    };
    const accept = () => clickButton(app, group(page, match.name), "accept", match.name);
    await withUnlinked(app, [mine, theirs], async () => {
      await open(reviewed("", match.name));
      await group(page, match.name).waitFor();
      // The record was renamed in its service after the page loaded.
      await page.route(
        "**/api/v1/matches",
        async (route) => {
          const body = route.request().postData() ?? "";
          await route.continue({ postData: body.replace(/"version":"\w+"/, '"version":"old"') });
        },
        { times: 1 },
      );
      await expectRefusal("match_changed", accept);
      expect(await isLinked(app, match, part)).toBe(false);

      await page.route(
        "**/api/v1/matches",
        async (route) => {
          await link(app, theirs[0], part);
          await route.continue();
        },
        { times: 1 },
      );
      try {
        await expectRefusal("match_taken", accept);
        await page.getByText(t("table.no_match.title")).waitFor();
      } finally {
        await unlink(app, theirs[0], part);
      }
    });
  });
});

test.describe(() => {
  test.use({ expectedProblems: /status of 422/ });

  test("two records of one person become an employee, in a form", async ({ app }) => {
    const { page, open, t } = app;
    const people = await matches(app, "kind=person&status=matched");
    const match = people.find(
      ({ records }) => records.length === 1 && records[0]?.service === "teamwork",
    );
    const part = match?.records[0];
    const unmatched = await app.api.get<{ data: MatchRecord[] }>(
      "/match-candidates?kind=person&service=regie",
    );
    const account = unmatched.data[0];
    if (!match || !part || !account) throw new Error("No person to match");
    await withUnlinked(app, [[match, part]], async () => {
      await decision(app, match, part, "rejected");
      try {
        await open(reviewed("tab=person&status=unmatched&", part.name));
        const unmatchedUser = group(page, part.name).filter({ hasText: "Teamwork" });
        await clickButton(app, unmatchedUser, "search", part.name);
        const dialog = page.getByRole("dialog");
        const record = dialog.getByRole("combobox", { name: t("matching.search.label") });
        await choose(page, record, account.name);
        await button(dialog, t("matching.search.next")).click();
        const email = dialog.getByLabel(t("matching.field.email"));
        await email.waitFor();
        await expectAccessible(page);
        // Another employee already has this address.
        await button(dialog, t("matching.action.accept")).click();
        await dialog.locator("[aria-invalid=true]").waitFor();
        // A unique name: the employee remains after the test and must not resemble another.
        const unique = crypto.randomUUID();
        await dialog.getByLabel(t("matching.field.first_name")).fill("Camille");
        await dialog.getByLabel(t("matching.field.last_name")).fill(unique);
        await email.fill(`${unique}@regie.example`);
        await button(dialog, t("matching.action.accept")).click();
        await dialog.waitFor({ state: "detached" });
        expect(await isLinked(app, match, part)).toBe(true);
        expect(await isLinked(app, match, account)).toBe(true);
      } finally {
        for (const record of [part, account])
          if (await isLinked(app, match, record)) await unlink(app, match, record);
        await decision(app, match, part, "restored");
      }
    });
  });
});
