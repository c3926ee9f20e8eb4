// What people decide about matches themselves: new clients and employees, all certain ones at once, by hand, undone.
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ role: "admin" });

interface Part {
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
  parts: Part[];
}

type Known = [Match, Part];

const choice = ({ service, external_id }: Part) => ({ service, external_id });
const group = (page: Page, name: string): Locator =>
  page.getByRole("region", { name, exact: true });
const button = (inside: Locator | Page, name: string) =>
  inside.getByRole("button", { name, exact: true });

async function matches({ api }: App, query: string): Promise<Match[]> {
  return (await api.get<{ data: Match[] }>(`/matches?per_page=100&${query}`)).data;
}

const press = ({ words }: App, inside: Locator, action: string, name: string) =>
  inside.getByRole("button", { name: `${words(`matching.action.${action}`)} ${name}` }).click();

const said = ({ page, words }: App, what: string, values: Record<string, string>) =>
  page.getByText(words(`matching.done.${what}`, values), { exact: true }).waitFor();

const link = ({ api }: App, { kind, target }: Match, part: Part) =>
  api.send("POST", "/matches", { kind, parts: [choice(part)], target: target?.api_id });

const unlink = ({ api }: App, { kind }: Match, { service, external_id }: Part) =>
  api.send("DELETE", `/matches/${kind}/${service}/${external_id}`);

/** Three clients that each service knows once and by the same name and domain, with their record of one of them. */
async function known(app: App, service: string): Promise<[Known, Known, Known]> {
  const found: Known[] = [];
  for (const match of await matches(app, "kind=client&status=matched")) {
    const part = match.parts.find((one) => one.service === service);
    const isSure = match.parts.every(({ reason }) => reason === "domain");
    if (part && isSure && match.parts.length === 3) found.push([match, part]);
  }
  const [first, second, third] = found;
  if (!first || !second || !third) throw new Error("No three clients are in all three services");
  return [first, second, third];
}

async function isLinked(app: App, { kind, name }: Match, part: Part): Promise<boolean> {
  const query = `kind=${kind}&status=matched&search=${encodeURIComponent(name)}`;
  const found = await matches(app, query);
  return found.some(({ parts }) => parts.some((one) => one.api_id === part.api_id));
}

/** Takes records away from what they belong to, and sees to it that they are back in the end. */
async function without(
  app: App,
  taken: readonly Known[],
  body: () => Promise<void>,
): Promise<void> {
  try {
    for (const [match, part] of taken) await unlink(app, match, part);
    await body();
  } finally {
    for (const [match, part] of taken)
      if (!(await isLinked(app, match, part))) await link(app, match, part);
  }
}

const decision = ({ api }: App, { kind, target }: Match, part: Part, what: string) =>
  api.send("POST", "/match-decisions", {
    kind,
    decision: what,
    parts: [choice(part)],
    target: target?.api_id,
  });

const reviewed = (query: string, name: string) =>
  `/admin/matching?${query}q=${encodeURIComponent(name)}`;

const choose = async (page: Page, field: Locator, typed: string) => {
  await field.fill(typed);
  await page.getByRole("option").filter({ hasText: typed }).first().click();
};

test("all certain matches are accepted at once", async ({ app }) => {
  const { page, open, words } = app;
  const [first, second, third] = await known(app, "hubspot");
  await without(app, [first, second], async () => {
    const action = words("matching.all.action", { count: "2" });
    const confirm = words("matching.all.confirm", { count: "2" });
    await open("/admin/matching");
    await button(page, action).click();
    const dialog = page.getByRole("dialog");
    await button(dialog, confirm).waitFor();
    await expectAccessible(page);
    expect(await isLinked(app, ...first)).toBe(false);

    // A colleague gives the second company to another client, just before ours arrives.
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
      await button(dialog, words("matching.all.ended")).waitFor();
      const refused = dialog.getByRole("listitem");
      await expect(refused).toHaveCount(1);
      expect(await refused.textContent()).toContain(second[0].name);
      await expectAccessible(page);
      expect(await isLinked(app, ...first)).toBe(true);
    } finally {
      if (await isLinked(app, third[0], second[1])) await unlink(app, third[0], second[1]);
      await link(app, ...third);
    }
    await button(dialog, words("matching.all.show")).click();
    await page.waitForURL("**/admin/matching?status=matched");
    await group(page, first[0].name).waitFor();
  });
});

test("not the same, undone, and then a client of its own", async ({ app }) => {
  const { page, open, words, api, locale } = app;
  const [[match, part]] = await known(app, "teamwork");
  const { name } = match;
  const made = `${name} ${locale}`;
  await without(app, [[match, part]], async () => {
    try {
      await open(reviewed("", name));
      await press(app, group(page, name), "reject", part.name);
      await said(app, "rejected", { name: part.name });
      await button(page, words("common.undo")).click();
      await said(app, "restored", { name: part.name });
      await press(app, group(page, name), "reject", part.name);
      await said(app, "rejected", { name: part.name });

      await open(reviewed("status=unmatched&", part.name));
      await press(app, group(page, part.name), "review", part.name);
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(words("matching.field.name")).fill(made);
      await expectAccessible(page);
      const manager = dialog.getByRole("combobox", {
        name: words("matching.field.account_manager"),
      });
      await manager.click();
      await page.getByRole("listbox").getByRole("option").first().click();
      await dialog.getByLabel(words("matching.field.currency")).selectOption("CAD");
      await button(dialog, words("matching.action.accept")).click();
      await dialog.waitFor({ state: "detached" });
      expect(await isLinked(app, { ...match, name: made }, part)).toBe(true);
    } finally {
      const query = `/clients?search=${encodeURIComponent(made)}`;
      const found = (await api.get<{ data: { api_id: string }[] }>(query)).data[0];
      if (found) {
        await unlink(app, match, part);
        await api.send("DELETE", `/clients/${found.api_id}`);
      }
      await decision(app, match, part, "restored");
    }
  });
});

test("what stands alone is linked to a known client, and a known client takes any record", async ({
  app,
}) => {
  const { page, open, words } = app;
  const [[match, part]] = await known(app, "hubspot");
  const { name } = match;
  await without(app, [[match, part]], async () => {
    await decision(app, match, part, "rejected");
    try {
      await open(reviewed("status=unmatched&", part.name));
      await press(app, group(page, part.name), "link", part.name);
      const dialog = page.getByRole("dialog");
      const client = dialog.getByRole("combobox", { name: words("matching.field.client") });
      await choose(page, client, name);
      await button(dialog, words("matching.action.accept")).click();
      await dialog.waitFor({ state: "detached" });
      expect(await isLinked(app, match, part)).toBe(true);

      await unlink(app, match, part);
      await decision(app, match, part, "rejected");
      await open(reviewed("status=matched&", name));
      await press(app, group(page, name), "search", name);
      await button(dialog, words("matching.search.link")).click();
      await dialog.getByText(words("matching.search.first")).waitFor();
      const record = dialog.getByRole("combobox", { name: words("matching.search.label") });
      await choose(page, record, part.name);
      await expectAccessible(page);
      await button(dialog, words("matching.search.link")).click();
      await said(app, "linked", { name: part.name, target: name });
      expect(await isLinked(app, match, part)).toBe(true);
    } finally {
      await decision(app, match, part, "restored");
    }
  });
});

test.describe(() => {
  test.use({ expectedProblems: /status of 409/ });

  test("a match that came too late says what happened", async ({ app }) => {
    const { page, open, words } = app;
    const [mine, theirs] = await known(app, "hubspot");
    const [match, part] = mine;
    const expectRefusal = async (code: string, asked: () => Promise<void>) => {
      const answered = page.waitForResponse(
        (answer) => answer.url().endsWith("/api/v1/matches") && answer.status() === 409,
      );
      await asked();
      const body: { code: string; message: string } = await (await answered).json();
      expect(body.code).toBe(code);
      await page.getByText(body.message).waitFor();
    };
    const accept = () => press(app, group(page, match.name), "accept", match.name);
    await without(app, [mine, theirs], async () => {
      await open(reviewed("", match.name));
      await group(page, match.name).waitFor();
      // The record was renamed in its service since the page was read.
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
        await page.getByText(words("table.no_match.title")).waitFor();
      } finally {
        await unlink(app, theirs[0], part);
      }
    });
  });
});

test.describe(() => {
  test.use({ expectedProblems: /status of 422/ });

  test("two records of one person make an employee, in a form", async ({ app }) => {
    const { page, open, words } = app;
    const people = await matches(app, "kind=person&status=matched");
    const match = people.find(
      ({ parts }) => parts.length === 1 && parts[0]?.service === "teamwork",
    );
    const part = match?.parts[0];
    const free = await app.api.get<{ data: Part[] }>("/match-candidates?kind=person&service=regie");
    const account = free.data[0];
    if (!match || !part || !account) throw new Error("No person to match");
    await without(app, [[match, part]], async () => {
      await decision(app, match, part, "rejected");
      try {
        await open(reviewed("tab=person&status=unmatched&", part.name));
        const alone = group(page, part.name).filter({ hasText: "Teamwork" });
        await press(app, alone, "search", part.name);
        const dialog = page.getByRole("dialog");
        const record = dialog.getByRole("combobox", { name: words("matching.search.label") });
        await choose(page, record, account.name);
        await button(dialog, words("matching.search.next")).click();
        const email = dialog.getByLabel(words("matching.field.email"));
        await email.waitFor();
        await expectAccessible(page);
        // The employee who has this address already is another one.
        await button(dialog, words("matching.action.accept")).click();
        await dialog.locator("[aria-invalid=true]").waitFor();
        // A unique name: the employee stays after the test, and must resemble no other.
        const unique = crypto.randomUUID();
        await dialog.getByLabel(words("matching.field.first_name")).fill("Somebody");
        await dialog.getByLabel(words("matching.field.last_name")).fill(unique);
        await email.fill(`${unique}@regie.example`);
        await button(dialog, words("matching.action.accept")).click();
        await dialog.waitFor({ state: "detached" });
        expect(await isLinked(app, match, part)).toBe(true);
        expect(await isLinked(app, match, account)).toBe(true);
      } finally {
        for (const one of [part, account])
          if (await isLinked(app, match, one)) await unlink(app, match, one);
        await decision(app, match, part, "restored");
      }
    });
  });
});
