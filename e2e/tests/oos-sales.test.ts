// Extra work from its sale to the client's yes: sold from a retainer's page, waiting for all to see, approved with proof.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
  type Scene,
  scenario,
  showScheme,
} from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";

interface Row {
  api_id: string;
  name: string;
}

interface Retainer extends Row {
  client: Row;
}

interface Sale {
  project: Row;
  status: string;
  approved_on: string | null;
  approval: { api_id: string; attachment: Row | null } | null;
}

/** A retainer that the account manager looks after: the oldest, which no other test has made for itself. */
async function ownRetainer({ api }: Scene): Promise<Retainer> {
  const { data: me } = await api.get<{ data: Row }>("/me");
  const { data } = await api.get<{ data: Retainer[] }>(
    `/projects?kind=retainer&status=active&account_manager=${me.api_id}&sort=number`,
  );
  if (!data[0]) throw new Error("The account manager has no retainer");
  return data[0];
}

const saleOf = async ({ api }: Scene, project: string) =>
  (await api.get<{ data: Sale }>(`/projects/${project}/oos-sale`)).data;

const waits = async ({ api }: Scene, project: string) => {
  const { data } = await api.get<{ data: Row[] }>("/oos-queue?per_page=100");
  return data.some(({ api_id }) => api_id === project);
};

const lastPart = (page: Page) => new URL(page.url()).pathname.split("/").at(-2) ?? "";

/** From the retainer's page to a saved project: all but its name and amount is filled in. */
async function sell(scene: Scene, retainer: Retainer, name: string): Promise<string> {
  const { page, open, words } = scene;
  await open(`/projects/${retainer.api_id}/view`);
  await page.getByRole("link", { name: words("oos_sales.sell") }).click();
  const field = (label: string) => page.getByLabel(words(`projects.field.${label}`)).first();
  await field("name").fill(name);
  await expect.poll(() => field("client").inputValue()).toBe(retainer.client.name);
  await expect.poll(() => field("parent_project").inputValue()).toBe(retainer.name);
  await field("amount").fill("1650");
  await page.getByRole("button", { name: words("form.create") }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  return lastPart(page);
}

for (const locale of LOCALES) {
  scenario(
    `an extra is sold, waits, and is approved with its file, ${locale}`,
    // The server is asked once without a proof, and refuses.
    { as: "account_manager", locale, expected: /status of 422 .*\/oos-approvals$/ },
    async (scene) => {
      const { page, open, words, api, shot } = scene;
      const retainer = await ownRetainer(scene);
      const name = `Infolettre de Noël ${locale} ${Date.now()}`;
      const project = await sell(scene, retainer, name);
      try {
        expect((await saleOf(scene, project)).status).toBe("proposed");
        expect(await waits(scene, project)).toBe(true);
        await page.getByRole("link", { name: retainer.name }).first().waitFor();
        await open(`/projects/${retainer.api_id}/view?tab=extras`);
        await page.getByRole("link", { name }).waitFor();
        await shot(`retainer extras ${locale}`);
        await expectAccessible(page);

        await open(`/oos-sales?tab=waiting&q=${encodeURIComponent(name)}`);
        await shot(`oos waiting ${locale}`);
        await page.getByRole("button", { name: words("oos_sales.record_of", { name }) }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel(words("oos_sales.field.contact_name")).fill("Zoé D’Amours");
        await dialog.getByRole("button", { name: words("oos_sales.save_decision") }).click();
        await dialog.getByText(words("oos_sales.field.attachment")).first().waitFor();
        await expectAccessible(page);
        expect(await waits(scene, project)).toBe(true);
        await dialog.locator("input[type=file]").setInputFiles({
          name: "approbation.txt",
          mimeType: "text/plain",
          buffer: Buffer.from("Oui, allez-y."),
        });
        const files = dialog.getByLabel(words("oos_sales.field.attachment"));
        await expect.poll(() => files.inputValue()).not.toBe("");
        await shot(`oos decision ${locale}`);
        await dialog.getByRole("button", { name: words("oos_sales.save_decision") }).click();
        await dialog.waitFor({ state: "detached" });
        await page.getByText(words("table.no_match.title")).waitFor();

        const sale = await saleOf(scene, project);
        expect([sale.status, sale.approval?.attachment?.name]).toEqual([
          "in_work",
          "approbation.txt",
        ]);
        expect(await waits(scene, project)).toBe(false);
        await open(`/projects/${project}/view?tab=approval`);
        await page.getByRole("link", { name: "approbation.txt" }).waitFor();
        await shot(`oos approval ${locale}`);
        await expectAccessible(page);
        await takeBack(scene, name);
        expect((await saleOf(scene, project)).status).toBe("proposed");
      } finally {
        await api.send("PATCH", `/projects/${project}`, { status: "cancelled" });
      }
    },
  );

  scenario(`sales and the queue in ${locale}`, { as: "admin", locale }, async (scene) => {
    const { page, open, words, shot } = scene;
    for (const tab of ["sales", "waiting"] as const) {
      await open(tab === "sales" ? "/oos-sales" : "/oos-sales?tab=waiting");
      await page
        .getByRole("tab", { name: words(`oos_sales.tab.${tab}`), selected: true })
        .waitFor();
      await shot(`oos ${tab} ${locale}`);
      await expectNoSidewaysScroll(page);
      await expectNothingCut(page);
      await expectAccessible(page);
      await showScheme(page, "dark");
      await shot(`oos ${tab} ${locale} dark`);
      await expectAccessible(page);
      await showScheme(page, "light");
    }
  });

  scenario(
    `sales on a phone in ${locale}`,
    { as: "account_manager", locale, width: 375 },
    async ({ page, open, shot }) => {
      for (const tab of ["sales", "waiting"]) {
        await open(tab === "sales" ? "/oos-sales" : "/oos-sales?tab=waiting");
        await shot(`oos ${tab} phone ${locale}`);
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      }
    },
  );
}

/** The way back from the approval's own menu. */
async function takeBack({ page, words }: Scene, name: string): Promise<void> {
  const action = words("oos_sales.undo.action");
  await page
    .getByRole("region", { name: words("oos_sales.decision") })
    .getByRole("button")
    .last()
    .click();
  await page.getByRole("menuitem", { name: action }).click();
  await page
    .getByRole("dialog", { name: words("oos_sales.undo.title", { name }) })
    .getByRole("button", { name: action, exact: true })
    .click();
  await page.getByText(words("oos_sales.undo.done", { name }), { exact: true }).waitFor();
}

scenario(
  "an employee sees what they sold, without money or decisions",
  { as: "employee" },
  async ({ page, open, words, api }) => {
    const { data } = await api.get<{ data: object[] }>("/oos-sales");
    expect(data.every((sale) => !("amount" in sale))).toBe(true);
    await open("/oos-sales");
    await page.getByRole("tab", { name: words("oos_sales.tab.sales") }).waitFor();
    expect(await page.getByText(words("oos_sales.counted")).count()).toBe(0);
    await open("/oos-sales?tab=waiting");
    expect(await page.getByRole("button", { name: words("oos_sales.record_short") }).count()).toBe(
      0,
    );
  },
);
