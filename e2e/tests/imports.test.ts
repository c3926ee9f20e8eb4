// Clients and employees from a file: tried, mapped, corrected, taken over, in both languages, by keyboard and on a phone.
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type Scene,
  scenario,
} from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";
import { settled } from "../harness/settled.ts";

interface Named {
  api_id: string;
  name: string;
}

/** What is counted, in whole sentences. */
const SAID = {
  "en-us": {
    apply: "Import 2 records",
    applied: "2 records were imported.",
    wrong: "Account manager: The field is required",
  },
  "fr-ca": {
    apply: "Importer 2 fiches",
    applied: "2 fiches importées.",
    wrong: "Gestionnaire de compte\u00a0: Le champ est obligatoire",
  },
} as const;

const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(lines.join("\r\n")),
});

async function found({ api }: Scene, path: string, search: string): Promise<Named[]> {
  const query = `?per_page=100&search=${encodeURIComponent(search)}`;
  return (await api.get<{ data: Named[] }>(`${path}${query}`)).data;
}

async function forget(scene: Scene, path: string, search: string): Promise<void> {
  for (const { api_id } of await found(scene, path, search))
    await scene.api.send("DELETE", `${path}/${api_id}`);
}

async function someManager({ api }: Scene): Promise<string> {
  const { data } = await api.get<{ data: { email: string }[] }>("/account-managers?per_page=1");
  const [manager] = data;
  if (!manager) throw new Error("Nobody looks after clients");
  return manager.email;
}

const choose = ({ page }: Scene, file: ReturnType<typeof csv>) =>
  page.locator('input[type="file"]').setInputFiles(file);

const address = ({ page }: Scene) => new URL(page.url()).searchParams;

for (const locale of LOCALES) {
  const mark = `Importée ${locale}`;

  scenario(`clients come from a file, ${locale}`, { as: "admin", locale }, async (scene) => {
    const { page, open, words, shot } = scene;
    const manager = await someManager(scene);
    await forget(scene, "/clients", mark);
    await open("/admin/clients");
    await page.getByRole("link", { name: words("table.import"), exact: true }).focus();
    await page.keyboard.press("Enter");
    const title = page.getByRole("heading", { name: words("imports.title_clients"), level: 1 });
    await title.waitFor();
    await expect.poll(() => title.evaluate((h1) => h1 === document.activeElement)).toBe(true);
    await expectAccessible(page);

    await choose(
      scene,
      csv("un.csv", "Name,Wer,Currency", `${mark} 1,${manager},CAD`, `${mark} 2,,CAD`),
    );
    await page.getByRole("link", { name: words("imports.download_errors") }).waitFor();
    await page.reload();
    await settled(page);
    await page.getByLabel("Wer", { exact: true }).selectOption("account_manager");
    await page.getByRole("button", { name: words("imports.check_again"), exact: true }).click();
    const rows = page.getByRole("region", { name: words("imports.rows") });
    await rows.getByRole("rowheader", { name: `${mark} 1`, exact: true }).waitFor();
    // One row still lacks what the other one has.
    await expect.poll(() => rows.getByText(SAID[locale].wrong).count()).toBe(1);
    // What was chosen took the place of what was understood at first.
    await expect.poll(() => page.getByLabel("Wer", { exact: true }).count()).toBe(1);
    await expectAccessible(page);
    await shot(`import with errors ${locale}`);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: words("imports.download_errors") }).click();
    const told = readFileSync(await (await downloading).path(), "utf8");
    expect(told).toContain(`${mark} 2`);
    expect(await found(scene, "/clients", mark)).toEqual([]);

    const first = address(scene).get("import");
    await choose(
      scene,
      csv(
        "deux.csv",
        "Nom;Gestionnaire de compte;Devise",
        `${mark} 1;${manager};CAD`,
        `${mark} 2;${manager};USD`,
      ),
    );
    await expect.poll(() => address(scene).get("import")).not.toBe(first);
    const apply = page.getByRole("button", { name: SAID[locale].apply, exact: true });
    await apply.waitFor();
    await shot(`import ready ${locale}`);
    await apply.press("Enter");
    await page.getByText(SAID[locale].applied, { exact: true }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: `${mark} 2`, exact: true }).waitFor();
    await expectAccessible(page);
    await shot(`import done ${locale}`);
    expect((await found(scene, "/clients", mark)).map(({ name }) => name)).toEqual([
      `${mark} 1`,
      `${mark} 2`,
    ]);
    await page.getByRole("link", { name: words("imports.to_list"), exact: true }).click();
    await page.getByRole("heading", { name: words("clients.title"), level: 1 }).waitFor();
    await forget(scene, "/clients", mark);
  });
}

scenario(
  "a file of employees that cannot be read is refused on a phone, and the template fits",
  {
    as: "admin",
    locale: "fr-ca",
    theme: "dark",
    width: 375,
    height: 800,
    expected: /status of 422/,
  },
  async (scene) => {
    const { page, open, words, shot } = scene;
    await open("/admin/employees?import=new");
    await settled(page);
    await choose(scene, csv("vide.csv", " ", ""));
    await page.getByRole("alert").filter({ hasText: "en-tête" }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: words("imports.template_csv"), exact: true }).click();
    const header = readFileSync(await (await downloading).path(), "utf8").trim();
    expect(header).toContain("Prénom;Nom;Courriel");
    await choose(
      scene,
      csv("modele.csv", header, `Ève;Roy;pas une adresse;hier;40${";".repeat(14)}`),
    );
    await page.getByRole("list", { name: words("imports.counts") }).waitFor();
    await page.getByText("Ève Roy", { exact: true }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await shot("import on a phone");
  },
);

scenario(
  "what is large is done by the worker, and the page follows",
  { as: "admin", locale: "en-us" },
  async (scene) => {
    const { page, open, words } = scene;
    await open("/clients?import=new");
    await settled(page);
    const lines = Array.from({ length: 900 }, (_, at) => `Nobody ${at},,${"x".repeat(80)}`);
    await choose(scene, csv("large.csv", "Name,Currency,Notes", ...lines));
    await page.getByRole("list", { name: words("imports.counts") }).waitFor({ timeout: 60_000 });
    await page
      .getByRole("region", { name: words("imports.rows") })
      .getByText("1–10")
      .waitFor();
  },
);

scenario(
  "whoever may not create clients imports none",
  { as: "employee", locale: "en-us" },
  async (scene) => {
    const { page, open, words } = scene;
    await open("/clients");
    await settled(page);
    expect(await page.getByRole("link", { name: words("table.import"), exact: true }).count()).toBe(
      0,
    );
    await open("/clients?import=new");
    await page.getByText(words("ui.forbidden.title"), { exact: true }).waitFor();
  },
);
