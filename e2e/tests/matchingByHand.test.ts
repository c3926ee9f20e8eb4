// What people decide about matches themselves: new clients and employees, all certain ones at once, by hand, undone.
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible, type Scene, scenario } from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";

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

async function matches({ api }: Scene, query: string): Promise<Match[]> {
  return (await api.get<{ data: Match[] }>(`/matches?per_page=100&${query}`)).data;
}

const press = ({ words }: Scene, inside: Locator, action: string, name: string) =>
  inside.getByRole("button", { name: `${words(`matching.action.${action}`)} ${name}` }).click();

const said = ({ page, words }: Scene, what: string, values: Record<string, string>) =>
  page.getByText(words(`matching.done.${what}`, values), { exact: true }).waitFor();

const link = ({ api }: Scene, { kind, target }: Match, part: Part) =>
  api.send("POST", "/matches", { kind, parts: [choice(part)], target: target?.api_id });

const unlink = ({ api }: Scene, { kind }: Match, { service, external_id }: Part) =>
  api.send("DELETE", `/matches/${kind}/${service}/${external_id}`);

/** Three clients that each service knows once and by the same name and domain, with their record of one of them. */
async function known(scene: Scene, service: string): Promise<[Known, Known, Known]> {
  const found: Known[] = [];
  for (const match of await matches(scene, "kind=client&status=matched")) {
    const part = match.parts.find((one) => one.service === service);
    const isSure = match.parts.every(({ reason }) => reason === "domain");
    if (part && isSure && match.parts.length === 3) found.push([match, part]);
  }
  const [first, second, third] = found;
  if (!first || !second || !third) throw new Error("No three clients are in all three services");
  return [first, second, third];
}

async function isLinked(scene: Scene, { kind, name }: Match, part: Part): Promise<boolean> {
  const query = `kind=${kind}&status=matched&search=${encodeURIComponent(name)}`;
  const found = await matches(scene, query);
  return found.some(({ parts }) => parts.some((one) => one.api_id === part.api_id));
}

/** Takes records away from what they belong to, and sees to it that they are back in the end. */
async function without(
  scene: Scene,
  taken: readonly Known[],
  body: () => Promise<void>,
): Promise<void> {
  try {
    for (const [match, part] of taken) await unlink(scene, match, part);
    await body();
  } finally {
    for (const [match, part] of taken)
      if (!(await isLinked(scene, match, part))) await link(scene, match, part);
  }
}

const decision = ({ api }: Scene, { kind, target }: Match, part: Part, what: string) =>
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

for (const locale of LOCALES) {
  scenario(
    `all certain matches are accepted at once, ${locale}`,
    { as: "admin", locale },
    async (scene) => {
      const { page, open, words, shot } = scene;
      const [first, second, third] = await known(scene, "hubspot");
      await without(scene, [first, second], async () => {
        const action = words("matching.all.action", { count: "2" });
        const confirm = words("matching.all.confirm", { count: "2" });
        await open("/admin/matching");
        await button(page, action).click();
        const dialog = page.getByRole("dialog");
        await button(dialog, confirm).waitFor();
        await expectAccessible(page);
        await shot(`matching all asked ${locale}`);
        expect(await isLinked(scene, ...first)).toBe(false);

        // Somebody else gives the second company to another client, just before ours arrives.
        await unlink(scene, ...third);
        try {
          await page.route(
            "**/match-batches",
            async (route) => {
              await link(scene, third[0], second[1]);
              await route.continue();
            },
            { times: 1 },
          );
          await button(dialog, confirm).click();
          await button(dialog, words("matching.all.ended")).waitFor();
          const refused = dialog.getByRole("listitem");
          expect(await refused.count()).toBe(1);
          expect(await refused.textContent()).toContain(second[0].name);
          await shot(`matching all refused ${locale}`);
          await expectAccessible(page);
          expect(await isLinked(scene, ...first)).toBe(true);
        } finally {
          if (await isLinked(scene, third[0], second[1])) await unlink(scene, third[0], second[1]);
          await link(scene, ...third);
        }
        await button(dialog, words("matching.all.show")).click();
        await page.waitForURL("**/admin/matching?status=matched");
        await group(page, first[0].name).waitFor();
      });
    },
  );

  scenario(
    `not the same, undone, and then a client of its own, ${locale}`,
    { as: "admin", locale },
    async (scene) => {
      const { page, open, words, api } = scene;
      const [[match, part]] = await known(scene, "teamwork");
      const { name } = match;
      const made = `${name} ${locale}`;
      await without(scene, [[match, part]], async () => {
        try {
          await open(reviewed("", name));
          await press(scene, group(page, name), "reject", part.name);
          await said(scene, "rejected", { name: part.name });
          await button(page, words("common.undo")).click();
          await said(scene, "restored", { name: part.name });
          await press(scene, group(page, name), "reject", part.name);
          await said(scene, "rejected", { name: part.name });

          await open(reviewed("status=unmatched&", part.name));
          await press(scene, group(page, part.name), "review", part.name);
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
          expect(await isLinked(scene, { ...match, name: made }, part)).toBe(true);
        } finally {
          const query = `/clients?search=${encodeURIComponent(made)}`;
          const found = (await api.get<{ data: { api_id: string }[] }>(query)).data[0];
          if (found) {
            await unlink(scene, match, part);
            await api.send("DELETE", `/clients/${found.api_id}`);
          }
          await decision(scene, match, part, "restored");
        }
      });
    },
  );

  scenario(
    `what stands alone is linked to a known client, and a known client takes any record, ${locale}`,
    { as: "admin", locale },
    async (scene) => {
      const { page, open, words, shot } = scene;
      const [[match, part]] = await known(scene, "hubspot");
      const { name } = match;
      await without(scene, [[match, part]], async () => {
        await decision(scene, match, part, "rejected");
        try {
          await open(reviewed("status=unmatched&", part.name));
          await press(scene, group(page, part.name), "link", part.name);
          const dialog = page.getByRole("dialog");
          const client = dialog.getByRole("combobox", { name: words("matching.field.client") });
          await choose(page, client, name);
          await button(dialog, words("matching.action.accept")).click();
          await dialog.waitFor({ state: "detached" });
          expect(await isLinked(scene, match, part)).toBe(true);

          await unlink(scene, match, part);
          await decision(scene, match, part, "rejected");
          await open(reviewed("status=matched&", name));
          await press(scene, group(page, name), "search", name);
          await button(dialog, words("matching.search.link")).click();
          await dialog.getByText(words("matching.search.first")).waitFor();
          const record = dialog.getByRole("combobox", { name: words("matching.search.label") });
          await choose(page, record, part.name);
          await expectAccessible(page);
          await shot(`matching search ${locale}`);
          await button(dialog, words("matching.search.link")).click();
          await said(scene, "linked", { name: part.name, target: name });
          expect(await isLinked(scene, match, part)).toBe(true);
        } finally {
          await decision(scene, match, part, "restored");
        }
      });
    },
  );

  scenario(
    `whoever is too late is told what happened, ${locale}`,
    { as: "admin", locale, expected: /status of 409/ },
    async (scene) => {
      const { page, open, words } = scene;
      const [mine, theirs] = await known(scene, "hubspot");
      const [match, part] = mine;
      const told = async (code: string, asked: () => Promise<void>) => {
        const answered = page.waitForResponse(
          (answer) => answer.url().endsWith("/api/v1/matches") && answer.status() === 409,
        );
        await asked();
        const body: { code: string; message: string } = await (await answered).json();
        expect(body.code).toBe(code);
        await page.getByText(body.message).waitFor();
      };
      const accept = () => press(scene, group(page, match.name), "accept", match.name);
      await without(scene, [mine, theirs], async () => {
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
        await told("match_changed", accept);
        expect(await isLinked(scene, match, part)).toBe(false);

        await page.route(
          "**/api/v1/matches",
          async (route) => {
            await link(scene, theirs[0], part);
            await route.continue();
          },
          { times: 1 },
        );
        try {
          await told("match_taken", accept);
          await page.getByText(words("table.no_match.title")).waitFor();
        } finally {
          await unlink(scene, theirs[0], part);
        }
      });
    },
  );
}

scenario(
  "two records of one person make an employee, in a form",
  { as: "admin", expected: /status of 422/ },
  async (scene) => {
    const { page, open, words } = scene;
    const people = await matches(scene, "kind=person&status=matched");
    const match = people.find(
      ({ parts }) => parts.length === 1 && parts[0]?.service === "teamwork",
    );
    const part = match?.parts[0];
    const free = await scene.api.get<{ data: Part[] }>(
      "/match-candidates?kind=person&service=regie",
    );
    const account = free.data[0];
    if (!match || !part || !account) throw new Error("Nobody to match");
    await without(scene, [[match, part]], async () => {
      await decision(scene, match, part, "rejected");
      try {
        await open(reviewed("tab=person&status=unmatched&", part.name));
        const alone = group(page, part.name).filter({ hasText: "Teamwork" });
        await press(scene, alone, "search", part.name);
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
        // Under a name of their own, so that whoever this test leaves behind is like nobody else.
        const unique = crypto.randomUUID();
        await dialog.getByLabel(words("matching.field.first_name")).fill("Somebody");
        await dialog.getByLabel(words("matching.field.last_name")).fill(unique);
        await email.fill(`${unique}@regie.example`);
        await button(dialog, words("matching.action.accept")).click();
        await dialog.waitFor({ state: "detached" });
        expect(await isLinked(scene, match, part)).toBe(true);
        expect(await isLinked(scene, match, account)).toBe(true);
      } finally {
        for (const one of [part, account])
          if (await isLinked(scene, match, one)) await unlink(scene, match, one);
        await decision(scene, match, part, "restored");
      }
    });
  },
);
