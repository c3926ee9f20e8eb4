// Matching from its screen: a link is taken back and proposed again, a record is left aside and comes back.
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type Scene,
  scenario,
} from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";

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

async function matches({ api }: Scene, query: string): Promise<Match[]> {
  return (await api.get<{ data: Match[] }>(`/matches?per_page=100&${query}`)).data;
}

const choice = ({ service, external_id }: Part) => ({ service, external_id });
const group = (page: Page, name: string): Locator =>
  page.getByRole("region", { name, exact: true });

const press = (scene: Scene, inside: Locator, action: string, name: string) =>
  inside
    .getByRole("button", {
      name: new RegExp(`^${scene.words(`matching.action.${action}`)} ${name}`),
    })
    .click();

const said = ({ page, words }: Scene, what: string, name: string) =>
  page.getByText(words(`matching.done.${what}`, { name }), { exact: true }).waitFor();

/** A client with one record of each service, so that nothing else moves when one of them does. */
async function knownClient(scene: Scene): Promise<[Match, Part]> {
  for (const match of await matches(scene, "kind=client&status=matched")) {
    const parts = match.parts.filter(({ service }) => service === "quickbooks");
    if (match.target && match.parts.length === 3 && parts[0] && parts.length === 1)
      return [match, parts[0]];
  }
  throw new Error("No client is in all three services");
}

for (const locale of LOCALES) {
  scenario(
    `a link is taken back and accepted again, ${locale}`,
    { as: "admin", locale },
    async (scene) => {
      const { page, open, words, api } = scene;
      const [match, part] = await knownClient(scene);
      const { name } = match;
      const search = `q=${encodeURIComponent(name)}`;
      const isLinked = async () => {
        const found = await matches(
          scene,
          `kind=client&status=matched&search=${encodeURIComponent(name)}`,
        );
        return found.some(({ parts }) => parts.some((one) => one.external_id === part.external_id));
      };
      try {
        await open(`/admin/matching?status=matched&${search}`);
        await group(page, name).waitFor();
        await expectAccessible(page);
        await press(scene, group(page, name), "unlink", part.name);
        const question = page.getByRole("dialog", {
          name: words("matching.unlink.title", { name: part.name }),
        });
        await expectAccessible(page);
        expect(await isLinked()).toBe(true);
        await question
          .getByRole("button", { name: words("matching.action.unlink"), exact: true })
          .click();
        await said(scene, "unlinked", part.name);
        expect(await isLinked()).toBe(false);

        await open(`/admin/matching?${search}`);
        await group(page, name).getByText("QuickBooks").first().waitFor();
        await expectAccessible(page);
        await press(scene, group(page, name), "accept", name);
        await said(scene, "accepted", name);
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
    },
  );

  scenario(
    `a record is left aside and comes back, ${locale}`,
    { as: "admin", locale, width: 375 },
    async (scene) => {
      const { page, open, api, shot } = scene;
      const [match] = await matches(scene, "kind=project&status=unmatched");
      if (!match) throw new Error("No project stands alone");
      const { name } = match;
      const search = `tab=project&q=${encodeURIComponent(name)}`;
      const isAside = async () => {
        const found = await matches(
          scene,
          `kind=project&status=ignored&search=${encodeURIComponent(name)}`,
        );
        return found.some((one) => one.name === name);
      };
      try {
        await open(`/admin/matching?${search}&status=unmatched`);
        await group(page, name).waitFor();
        await expectNoSidewaysScroll(page);
        await shot(`matching phone ${locale}`);
        await expectAccessible(page);
        await press(scene, group(page, name), "ignore", name);
        await said(scene, "ignored", name);
        expect(await isAside()).toBe(true);

        await open(`/admin/matching?${search}&status=ignored`);
        await press(scene, group(page, name), "restore", name);
        await said(scene, "restored", name);
        expect(await isAside()).toBe(false);
      } finally {
        if (await isAside())
          await api.send("POST", "/match-decisions", {
            kind: "project",
            decision: "restored",
            parts: match.parts.filter(({ follows }) => !follows).map(choice),
          });
      }
    },
  );
}

scenario("what is not ready is asked for, in a form", { as: "admin" }, async (scene) => {
  const { page, open, words } = scene;
  const [match] = await matches(scene, "kind=project&status=unmatched");
  if (!match) throw new Error("No project stands alone");
  await open(`/admin/matching?tab=project&status=unmatched&q=${encodeURIComponent(match.name)}`);
  await press(scene, group(page, match.name), "link", match.name);
  const dialog = page.getByRole("dialog", {
    name: words("matching.dialog.link", { name: match.name }),
  });
  await dialog.getByLabel(words("matching.field.project")).first().waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: words("matching.action.accept"), exact: true }).click();
  await dialog.locator("[aria-invalid=true]").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

for (const locale of LOCALES)
  scenario(
    `the dashboard leads to what waits, ${locale}`,
    { as: "admin", locale },
    async (scene) => {
      const { page, open, words, shot } = scene;
      await open("/dashboard");
      const waiting = page.getByRole("region", { name: words("dashboard.to_match.title") });
      const link = waiting.getByRole("link").first();
      await link.waitFor();
      await expectAccessible(page);
      await shot(`dashboard waiting ${locale}`);
      await link.click();
      await page.waitForURL("**/admin/matching**");
      await page.getByRole("region").locator("section").first().waitFor();
    },
  );

scenario("who may not match is offered none of it", { as: "financial_manager" }, async (scene) => {
  const { page, open, words } = scene;
  await open("/dashboard");
  await page.getByRole("heading", { name: words("dashboard.title") }).waitFor();
  expect(await page.getByRole("region", { name: words("dashboard.to_match.title") }).count()).toBe(
    0,
  );
  expect(await page.getByRole("link", { name: words("shell.nav.admin_matching") }).count()).toBe(0);
});
