// Two people editing one record: no work is overwritten unseen, and fields that only one of them changed are merged.
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

/** A client of the test's own, open in a form. */
async function editing({ api, open }: App): Promise<Client> {
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

/** What a colleague saves meanwhile. */
const colleague = ({ api }: App, { api_id, version }: Client, changes: Partial<Client>) =>
  api.send("PATCH", `/clients/${api_id}`, { ...changes, version });

const notesOf = ({ page, words }: App) =>
  page.getByRole("textbox", { name: words("clients.field.notes"), exact: true });

const saveOf = ({ page, words }: App) =>
  page.getByRole("button", { name: words("form.save"), exact: true });

test("a second press on Save overwrites no change", async ({ app }) => {
  const { page, words } = app;
  const client = await editing(app);
  await notesOf(app).fill("À moi");
  await colleague(app, client, { notes: "À ma collègue" });
  await saveOf(app).dblclick({ delay: 20 });
  const heading = page.getByRole("heading", { name: words("form.conflict.title") });
  await expectFocus(heading);
  const { y } = (await heading.boundingBox()) ?? { y: -1 };
  expect(y).toBeGreaterThan(60);
  expect(y).toBeLessThan(600);
  await saveOf(app).click();
  const panel = page.getByRole("alert").filter({ has: heading });
  await panel.getByText(words("form.conflict.choose"), { exact: true }).waitFor();
  await expect(panel.getByRole("radio", { checked: true })).toHaveCount(0);
  await expectFocus(heading);
  await expectAccessible(page);
  expect((await stored(app, client)).notes).toBe("À ma collègue");
  await panel.getByRole("radio", { name: words("form.conflict.mine", { value: "À moi" }) }).check();
  await saveOf(app).click();
  await page.waitForURL(/\/view$/);
  expect((await stored(app, client)).notes).toBe("À moi");
});

test("fields that no colleague changed are saved", async ({ app }) => {
  const { page, words } = app;
  const client = await editing(app);
  const name = `${client.name} bis`;
  await notesOf(app).fill("À moi");
  await colleague(app, client, { name });
  await saveOf(app).click();
  await page.getByText(words("form.saved"), { exact: true }).waitFor();
  await page.waitForURL(/\/view$/);
  expect(await stored(app, client)).toMatchObject({ name, notes: "À moi" });
});
