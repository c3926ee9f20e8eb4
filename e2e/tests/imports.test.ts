// Tests imports of clients and employees: checked, mapped, corrected, applied, by keyboard and on a phone.
import { readFileSync } from "node:fs";
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Named {
  api_id: string;
  name: string;
}

/** Texts with plural forms. */
const MESSAGES = {
  apply: "Importer 2 fiches",
  applied: "2 fiches importées.",
  wrong: "Gestionnaire de compte\u00a0: Le champ est obligatoire",
} as const;

const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(lines.join("\r\n")),
});

async function found({ api }: App, path: string, search: string): Promise<Named[]> {
  const query = `?per_page=100&search=${encodeURIComponent(search)}`;
  return (await api.get<{ data: Named[] }>(`${path}${query}`)).data;
}

async function deleteRecord(app: App, path: string, search: string): Promise<void> {
  for (const { api_id } of await found(app, path, search))
    await app.api.send("DELETE", `${path}/${api_id}`);
}

async function someManager({ api }: App): Promise<string> {
  const { data } = await api.get<{ data: { email: string }[] }>("/account-managers?per_page=1");
  const [manager] = data;
  if (!manager) throw new Error("No account manager");
  return manager.email;
}

const choose = ({ page }: App, file: ReturnType<typeof csv>) =>
  page.locator('input[type="file"]').setInputFiles(file);

const address = ({ page }: App) => new URL(page.url()).searchParams;

const unique = "Importée";

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("clients are imported from a file", async ({ app }) => {
    const { page, open, t } = app;
    const manager = await someManager(app);
    await deleteRecord(app, "/clients", unique);
    await open("/admin/clients");
    await page.getByRole("link", { name: t("table.import"), exact: true }).focus();
    await page.keyboard.press("Enter");
    const title = page.getByRole("heading", { name: t("imports.title_clients"), level: 1 });
    await title.waitFor();
    await expect.poll(() => title.evaluate((h1) => h1 === document.activeElement)).toBe(true);
    await expectAccessible(page);

    await choose(
      app,
      csv("un.csv", "Name,Wer,Currency", `${unique} 1,${manager},CAD`, `${unique} 2,,CAD`),
    );
    await page.getByRole("link", { name: t("imports.download_errors") }).waitFor();
    await page.reload();
    await waitForPage(page);
    await page.getByLabel("Wer", { exact: true }).selectOption("account_manager");
    await page.getByRole("button", { name: t("imports.check_again"), exact: true }).click();
    const rows = page.getByRole("region", { name: t("imports.rows") });
    await rows.getByRole("rowheader", { name: `${unique} 1`, exact: true }).waitFor();
    // Only one of the two rows is still incomplete.
    await expect(rows.getByText(MESSAGES.wrong)).toHaveCount(1);
    // The chosen column replaced the recognized one.
    await expect(page.getByLabel("Wer", { exact: true })).toHaveCount(1);
    await expectAccessible(page);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: t("imports.download_errors") }).click();
    const errors = readFileSync(await (await downloading).path(), "utf8");
    expect(errors).toContain(`${unique} 2`);
    expect(await found(app, "/clients", unique)).toEqual([]);

    const first = address(app).get("import");
    await choose(
      app,
      csv(
        "deux.csv",
        "Nom;Gestionnaire de compte;Devise",
        `${unique} 1;${manager};CAD`,
        `${unique} 2;${manager};USD`,
      ),
    );
    await expect.poll(() => address(app).get("import")).not.toBe(first);
    const apply = page.getByRole("button", { name: MESSAGES.apply, exact: true });
    await apply.waitFor();
    await apply.press("Enter");
    await page.getByText(MESSAGES.applied, { exact: true }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: `${unique} 2`, exact: true }).waitFor();
    await expectAccessible(page);
    expect((await found(app, "/clients", unique)).map(({ name }) => name)).toEqual([
      `${unique} 1`,
      `${unique} 2`,
    ]);
    await page.getByRole("link", { name: t("imports.to_list"), exact: true }).click();
    await page.getByRole("heading", { name: t("clients.title"), level: 1 }).waitFor();
    await deleteRecord(app, "/clients", unique);
  });
});

test.describe(() => {
  test.use({
    role: "admin",
    locale: "fr-CA",
    colorScheme: "dark",
    viewport: { width: 375, height: 800 },
    expectedProblems: /status of 422/,
  });

  test("an unreadable file of employees is refused on a phone, and the template is accepted", async ({
    app,
  }) => {
    const { page, open, t } = app;
    await open("/admin/employees?import=new");
    await waitForPage(page);
    await choose(app, csv("vide.csv", " ", ""));
    await page.getByRole("alert").filter({ hasText: "en-tête" }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: t("imports.template_csv"), exact: true }).click();
    const header = readFileSync(await (await downloading).path(), "utf8").trim();
    const first = ["first_name", "last_name", "email"] as const;
    expect(header).toContain(first.map((name) => t(`employees.field.${name}`)).join(";"));
    await choose(
      app,
      csv("modele.csv", header, `Ève;Roy;pas une adresse;hier;40${";".repeat(14)}`),
    );
    await page.getByRole("list", { name: t("imports.counts") }).waitFor();
    await page.getByText("Ève Roy", { exact: true }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("the worker imports a large file, and the page shows the progress", async ({ app }) => {
    const { page, open, t } = app;
    await open("/clients?import=new");
    await waitForPage(page);
    const lines = Array.from({ length: 900 }, (_, at) => `Client ${at},,${"x".repeat(80)}`);
    await choose(app, csv("large.csv", "Name,Currency,Notes", ...lines));
    await page.getByRole("list", { name: t("imports.counts") }).waitFor({ timeout: 60_000 });
    await page
      .getByRole("region", { name: t("imports.rows") })
      .getByText("1–10")
      .waitFor();
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("an import requires the permission to create clients", async ({ app }) => {
    const { page, open, t } = app;
    await open("/clients");
    await waitForPage(page);
    await expect(page.getByRole("link", { name: t("table.import"), exact: true })).toHaveCount(0);
    await open("/clients?import=new");
    await page.getByText(t("ui.forbidden.title"), { exact: true }).waitFor();
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("a fee of a retainer is imported from the list of projects", async ({ app }) => {
    const { page, open, t, api } = app;
    const { data } = await api.get<{ data: { api_id: string; number: number }[] }>(
      "/projects?kind=retainer&status=active&per_page=1",
    );
    const [retainer] = data;
    if (!retainer) throw new Error("No retainer");
    await open("/admin/projects?import=new");
    await page.getByLabel(t("imports.content")).selectOption("terms");
    const title = page.getByRole("heading", { name: t("imports.title_terms"), level: 1 });
    await title.waitFor();
    await page.reload();
    await title.waitFor();
    await expectAccessible(page);
    const row = `${retainer.number},Fee,2031-01-01,9876.50`;
    await choose(app, csv("fees.csv", "Retainer,Term,Effective from,Amount", row));
    const apply = page.getByRole("button", { name: /^Import 1 / });
    await apply.waitFor();
    await page.reload();
    await title.waitFor();
    await apply.click();
    await page.getByText(/^1 record was imported\.$/).waitFor();
    const terms = await api.get<{ data: { terms: { effective_from: string }[] } }>(
      `/projects/${retainer.api_id}/terms`,
    );
    const found = terms.data.terms.filter(({ effective_from: day }) => day === "2031-01-01");
    expect(found).toHaveLength(1);
    const removed = { name: "fee", effective_from: "2031-01-01" };
    await api.send("POST", `/projects/${retainer.api_id}/term-removals`, removed);
  });
});
