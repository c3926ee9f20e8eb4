// Tests concurrent edits: nothing is overwritten silently, and fields that only one user changed are merged.
import { expectAccessible } from "../support/pageChecks.ts";
import { expectFocus } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({
  role: "admin",
  viewport: { width: 1366, height: 768 },
  expectedProblems: /status of 409 .*\/clients/,
});

interface Client {
  api_id: string;
  name: string;
  notes: string | null;
  version: number;
}

/** A new client, open in a form. */
async function openClientForm({ api, open }: App): Promise<Client> {
  const managers = await api.get<{ data: { api_id: string }[] }>("/account-managers");
  const { data: client } = await api.send<{ data: Client }>("POST", "/clients", {
    name: `Deux mains ${Date.now()}`,
    account_manager: managers.data[0]?.api_id,
    currency: "CAD",
  });
  await open(`/clients/${client.api_id}/edit`);
  return client;
}

const stored = async ({ api }: App, { api_id }: Client) =>
  (await api.get<{ data: Client }>(`/clients/${api_id}`)).data;

/** Saves changes as a colleague. */
const saveAsColleague = ({ api }: App, { api_id, version }: Client, changes: Partial<Client>) =>
  api.send("PATCH", `/clients/${api_id}`, { ...changes, version });

const notesField = ({ page, t }: App) =>
  page.getByRole("textbox", { name: t("clients.field.notes"), exact: true });

const saveButton = ({ page, t }: App) =>
  page.getByRole("button", { name: t("form.save"), exact: true });

test("a second click on Save does not overwrite a change", async ({ app }) => {
  const { page, t } = app;
  const client = await openClientForm(app);
  await notesField(app).fill("À moi");
  await saveAsColleague(app, client, { notes: "À ma collègue" });
  await saveButton(app).dblclick({ delay: 20 });
  const heading = page.getByRole("heading", { name: t("form.conflict.title") });
  await expectFocus(heading);
  const { y } = (await heading.boundingBox()) ?? { y: -1 };
  expect(y).toBeGreaterThan(60);
  expect(y).toBeLessThan(600);
  await saveButton(app).click();
  const panel = page.getByRole("alert").filter({ has: heading });
  await panel.getByText(t("form.conflict.choose"), { exact: true }).waitFor();
  await expect(panel.getByRole("radio", { checked: true })).toHaveCount(0);
  await expectFocus(heading);
  await expectAccessible(page);
  expect((await stored(app, client)).notes).toBe("À ma collègue");
  await panel.getByRole("radio", { name: t("form.conflict.mine", { value: "À moi" }) }).check();
  await saveButton(app).click();
  await page.waitForURL(/\/view$/);
  expect((await stored(app, client)).notes).toBe("À moi");
});

test("fields that no other user changed are saved", async ({ app }) => {
  const { page, t } = app;
  const client = await openClientForm(app);
  const name = `${client.name} bis`;
  await notesField(app).fill("À moi");
  await saveAsColleague(app, client, { name });
  await saveButton(app).click();
  await page.getByText(t("form.saved"), { exact: true }).waitFor();
  await page.waitForURL(/\/view$/);
  expect(await stored(app, client)).toMatchObject({ name, notes: "À moi" });
});
