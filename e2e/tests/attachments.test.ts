// Tests files of a project and a client: chosen, dropped, uploaded with progress, replaced, renamed, deleted.
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

interface Row {
  api_id: string;
  file_name: string;
  file_number: number;
  title: string | null;
  category: string;
}

const TEXT = Buffer.from("Bonjour\n");
const file = (name: string, buffer = TEXT) => ({ name, mimeType: "text/plain", buffer });

async function ownProject({ api }: App): Promise<string> {
  const { data } = await api.get<{ data: { api_id: string }[] }>(
    "/projects?status=active&per_page=1",
  );
  const [project] = data;
  if (!project) throw new Error("No project is active");
  return project.api_id;
}

async function rows({ api }: App, project: string, search: string): Promise<Row[]> {
  const query = `?per_page=100&search=${encodeURIComponent(search)}`;
  return (await api.get<{ data: Row[] }>(`/projects/${project}/attachments${query}`)).data;
}

async function deleteFile(app: App, project: string, search: string): Promise<void> {
  for (const { api_id } of await rows(app, project, search))
    await app.api.send("DELETE", `/attachments/${api_id}`);
}

const chooser = (page: Page): Locator => page.locator('input[type="file"][multiple]');

const expectMessage = ({ page, t }: App, key: string, name: string) =>
  page
    .getByText(t(`attachments.${key}`, { name }), { exact: true })
    .first()
    .waitFor();

async function menu({ page, t }: App, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: t("ui.more_actions", { name }), exact: true }).click();
  await page.getByRole("menuitem", { name: t(`attachments.${action}`), exact: true }).click();
}

const prefix = "navigateur";

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("files are uploaded, replaced, reworded and deleted", async ({ app }) => {
    const { page, open, t } = app;
    const project = await ownProject(app);
    const first = `${prefix} é.txt`;
    await deleteFile(app, project, prefix);
    try {
      await open(`/projects/${project}/view?tab=files&q=${prefix}`);
      await page.getByRole("region", { name: t("attachments.upload.title") }).waitFor();
      await page.getByLabel(t("attachments.field.category")).first().selectOption("contract");
      await chooser(page).setInputFiles([file(first), file(`${prefix} 2.txt`)]);
      await expectMessage(app, "upload.done", first);
      await expectMessage(app, "upload.done", `${prefix} 2.txt`);
      const stored = await rows(app, project, prefix);
      expect(stored.map(({ category }) => category)).toEqual(["contract", "contract"]);

      const link = page.getByRole("link", { name: first, exact: true });
      await link.waitFor();
      await expectAccessible(page);
      const downloading = page.waitForEvent("download");
      await link.click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe(first);
      expect(readFileSync(await download.path()).equals(TEXT)).toBe(true);

      const fileChooser = page.waitForEvent("filechooser");
      await menu(app, first, "replace");
      await (await fileChooser).setFiles(file(`${prefix} v2.txt`, Buffer.from("Deux\n")));
      await expectMessage(app, "upload.done", `${prefix} v2.txt`);
      await page.getByText(t("attachments.version", { number: "2" }), { exact: true }).waitFor();

      await menu(app, `${prefix} v2.txt`, "edit");
      const dialog = page.getByRole("dialog");
      const older = t("attachments.version_of", { number: "1", name: first });
      await dialog.getByRole("link", { name: older }).waitFor();
      await dialog.getByLabel(t("attachments.field.title")).fill("Procès-verbal");
      await expectAccessible(page);
      await dialog.getByRole("button", { name: t("form.save"), exact: true }).click();
      await page.getByText("Procès-verbal", { exact: true }).waitFor();

      await menu(app, `${prefix} v2.txt`, "delete.action");
      await page
        .getByRole("dialog", {
          name: t("attachments.delete.title", { name: `${prefix} v2.txt` }),
        })
        .getByRole("button", { name: t("attachments.delete.action"), exact: true })
        .click();
      await expectMessage(app, "delete.done", `${prefix} v2.txt`);
      expect((await rows(app, project, prefix)).map((row) => row.file_name)).toEqual([
        `${prefix} 2.txt`,
      ]);
    } finally {
      await deleteFile(app, project, prefix);
    }
  });
});

test.describe(() => {
  test.use({
    role: "admin",
    locale: "fr-CA",
    viewport: { width: 375, height: 740 },
    expectedProblems: /422|ERR_FAILED|ERR_ABORTED/,
  });

  test("a refused file shows the reason, and a failed upload can be retried", async ({ app }) => {
    const { page, open, t } = app;
    const project = await ownProject(app);
    const name = `${prefix} encore.txt`;
    await deleteFile(app, project, prefix);
    try {
      await open(`/projects/${project}/view?tab=files`);
      await page.getByRole("region", { name: t("attachments.upload.title") }).waitFor();
      await chooser(page).setInputFiles({
        name: "page.html",
        mimeType: "text/html",
        buffer: Buffer.from("<html></html>"),
      });
      const queue = page.getByRole("list", { name: t("attachments.upload.queue") });
      await queue.getByRole("alert").waitFor();
      const refused = t("attachments.upload.dismiss_one", { name: "page.html" });
      await expect(queue.getByRole("button")).toHaveCount(1);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await queue.getByRole("button", { name: refused }).click();
      await queue.waitFor({ state: "detached" });

      await page.route("**/attachments", (route) => route.abort(), { times: 1 });
      await chooser(page).setInputFiles(file(name));
      await queue.getByText(t("attachments.upload.unreachable")).waitFor();
      expect(await rows(app, project, prefix)).toEqual([]);
      await queue
        .getByRole("button", { name: t("attachments.upload.retry_one", { name }) })
        .click();
      await expectMessage(app, "upload.done", name);
      expect(await rows(app, project, prefix)).toHaveLength(1);
    } finally {
      await deleteFile(app, project, prefix);
    }
  });
});

test.describe(() => {
  test.use({ role: "admin", colorScheme: "dark" });

  test("files are dropped on a client's page", async ({ app }) => {
    const { page, open, t, api } = app;
    const [client] = (await api.get<{ data: { api_id: string }[] }>("/clients?per_page=1")).data;
    if (!client) throw new Error("No client is there");
    await open(`/clients/${client.api_id}/view?tab=files`);
    const area = page.getByRole("region", { name: t("attachments.upload.title") });
    await area.waitFor();
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["Déposé\n"], "déposé.txt", { type: "text/plain" }));
      return transfer;
    });
    await area.dispatchEvent("drop", { dataTransfer: dropped });
    await expectMessage(app, "upload.done", "déposé.txt");
    const link = page.getByRole("link", { name: "déposé.txt", exact: true });
    await link.waitFor();
    await expectAccessible(page);
    const found = await api.get<{ data: Row[] }>(
      `/clients/${client.api_id}/attachments?search=depose`,
    );
    for (const { api_id } of found.data) await api.send("DELETE", `/attachments/${api_id}`);
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("a user who may not change a project cannot upload files", async ({ app }) => {
    const { page, open, t } = app;
    const project = await ownProject(app);
    await open(`/projects/${project}/view?tab=files`);
    await page.getByRole("region", { name: t("attachments.title"), exact: true }).waitFor();
    await expect(page.getByRole("region", { name: t("attachments.upload.title") })).toHaveCount(0);
  });
});
