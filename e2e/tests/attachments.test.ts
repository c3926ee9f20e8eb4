// Files on the pages of a project and a client: chosen and dropped, sent with progress, replaced, reworded, deleted.
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

async function forget(app: App, project: string, search: string): Promise<void> {
  for (const { api_id } of await rows(app, project, search))
    await app.api.send("DELETE", `/attachments/${api_id}`);
}

const chooser = (page: Page): Locator => page.locator('input[type="file"][multiple]');

const said = ({ page, words }: App, key: string, name: string) =>
  page
    .getByText(words(`attachments.${key}`, { name }), { exact: true })
    .first()
    .waitFor();

async function menu({ page, words }: App, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: words("ui.more_actions", { name }), exact: true }).click();
  await page.getByRole("menuitem", { name: words(`attachments.${action}`), exact: true }).click();
}

const mark = "navigateur";

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("files are uploaded, replaced, reworded and deleted", async ({ app }) => {
    const { page, open, words } = app;
    const project = await ownProject(app);
    const first = `${mark} é.txt`;
    await forget(app, project, mark);
    try {
      await open(`/projects/${project}/view?tab=files&q=${mark}`);
      await page.getByRole("region", { name: words("attachments.upload.title") }).waitFor();
      await page.getByLabel(words("attachments.field.category")).first().selectOption("contract");
      await chooser(page).setInputFiles([file(first), file(`${mark} 2.txt`)]);
      await said(app, "upload.done", first);
      await said(app, "upload.done", `${mark} 2.txt`);
      const stored = await rows(app, project, mark);
      expect(stored.map(({ category }) => category)).toEqual(["contract", "contract"]);

      const link = page.getByRole("link", { name: first, exact: true });
      await link.waitFor();
      await expectAccessible(page);
      const downloading = page.waitForEvent("download");
      await link.click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe(first);
      expect(readFileSync(await download.path()).equals(TEXT)).toBe(true);

      const picking = page.waitForEvent("filechooser");
      await menu(app, first, "replace");
      await (await picking).setFiles(file(`${mark} v2.txt`, Buffer.from("Deux\n")));
      await said(app, "upload.done", `${mark} v2.txt`);
      await page
        .getByText(words("attachments.version", { number: "2" }), { exact: true })
        .waitFor();

      await menu(app, `${mark} v2.txt`, "edit");
      const dialog = page.getByRole("dialog");
      const older = words("attachments.version_of", { number: "1", name: first });
      await dialog.getByRole("link", { name: older }).waitFor();
      await dialog.getByLabel(words("attachments.field.title")).fill("Procès-verbal");
      await expectAccessible(page);
      await dialog.getByRole("button", { name: words("form.save"), exact: true }).click();
      await page.getByText("Procès-verbal", { exact: true }).waitFor();

      await menu(app, `${mark} v2.txt`, "delete.action");
      await page
        .getByRole("dialog", {
          name: words("attachments.delete.title", { name: `${mark} v2.txt` }),
        })
        .getByRole("button", { name: words("attachments.delete.action"), exact: true })
        .click();
      await said(app, "delete.done", `${mark} v2.txt`);
      expect((await rows(app, project, mark)).map((row) => row.file_name)).toEqual([
        `${mark} 2.txt`,
      ]);
    } finally {
      await forget(app, project, mark);
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

  test("what is not taken says why, and what did not arrive can be sent again", async ({ app }) => {
    const { page, open, words } = app;
    const project = await ownProject(app);
    const name = `${mark} encore.txt`;
    await forget(app, project, mark);
    try {
      await open(`/projects/${project}/view?tab=files`);
      await page.getByRole("region", { name: words("attachments.upload.title") }).waitFor();
      await chooser(page).setInputFiles({
        name: "page.html",
        mimeType: "text/html",
        buffer: Buffer.from("<html></html>"),
      });
      const queue = page.getByRole("list", { name: words("attachments.upload.queue") });
      await queue.getByRole("alert").waitFor();
      const refused = words("attachments.upload.dismiss_one", { name: "page.html" });
      await expect(queue.getByRole("button")).toHaveCount(1);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await queue.getByRole("button", { name: refused }).click();
      await queue.waitFor({ state: "detached" });

      await page.route("**/attachments", (route) => route.abort(), { times: 1 });
      await chooser(page).setInputFiles(file(name));
      await queue.getByText(words("attachments.upload.unreachable")).waitFor();
      expect(await rows(app, project, mark)).toEqual([]);
      await queue
        .getByRole("button", { name: words("attachments.upload.retry_one", { name }) })
        .click();
      await said(app, "upload.done", name);
      expect(await rows(app, project, mark)).toHaveLength(1);
    } finally {
      await forget(app, project, mark);
    }
  });
});

test.describe(() => {
  test.use({ role: "admin", colorScheme: "dark" });

  test("files are dropped on a client's page", async ({ app }) => {
    const { page, open, words, api } = app;
    const [client] = (await api.get<{ data: { api_id: string }[] }>("/clients?per_page=1")).data;
    if (!client) throw new Error("No client is there");
    await open(`/clients/${client.api_id}/view?tab=files`);
    const area = page.getByRole("region", { name: words("attachments.upload.title") });
    await area.waitFor();
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["Déposé\n"], "déposé.txt", { type: "text/plain" }));
      return transfer;
    });
    await area.dispatchEvent("drop", { dataTransfer: dropped });
    await said(app, "upload.done", "déposé.txt");
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

  test("who may not change a project uploads nothing to it", async ({ app }) => {
    const { page, open, words } = app;
    const project = await ownProject(app);
    await open(`/projects/${project}/view?tab=files`);
    await page.getByRole("region", { name: words("attachments.title"), exact: true }).waitFor();
    await expect(page.getByRole("region", { name: words("attachments.upload.title") })).toHaveCount(
      0,
    );
  });
});
