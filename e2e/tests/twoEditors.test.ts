// Two people editing one record: nobody's work is overwritten unseen, and what nobody else touched is not asked about.
import { expect } from "vitest";
import { expectAccessible, type Scene, scenario } from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";
import { hasFocus } from "../harness/settled.ts";

interface Client {
  api_id: string;
  name: string;
  notes: string | null;
  version: number;
}

/** A client of the test's own, open in a form. */
async function editing({ api, open }: Scene): Promise<Client> {
  const managers = await api.get<{ data: { api_id: string }[] }>("/account-managers");
  const { data: client } = await api.send<{ data: Client }>("POST", "/clients", {
    name: `Deux mains ${Date.now()}`,
    account_manager: managers.data[0]?.api_id,
    currency: "CAD",
  });
  await open(`/clients/${client.api_id}/edit`);
  return client;
}

const stored = async ({ api }: Scene, { api_id }: Client) =>
  (await api.get<{ data: Client }>(`/clients/${api_id}`)).data;

/** What a colleague saves meanwhile. */
const colleague = ({ api }: Scene, { api_id, version }: Client, changes: Partial<Client>) =>
  api.send("PATCH", `/clients/${api_id}`, { ...changes, version });

const notesOf = ({ page, words }: Scene) =>
  page.getByRole("textbox", { name: words("clients.field.notes"), exact: true });

const saveOf = ({ page, words }: Scene) =>
  page.getByRole("button", { name: words("form.save"), exact: true });

for (const locale of LOCALES) {
  const expected = /status of 409 .*\/clients/;
  const setting = { as: "admin", locale, width: 1366, height: 768, expected } as const;

  scenario(`a second press on Save overwrites nobody, ${locale}`, setting, async (scene) => {
    const { page, words, shot } = scene;
    const client = await editing(scene);
    await notesOf(scene).fill("À moi");
    await colleague(scene, client, { notes: "À ma collègue" });
    await saveOf(scene).dblclick({ delay: 20 });
    const heading = page.getByRole("heading", { name: words("form.conflict.title") });
    await hasFocus(heading);
    const { y } = (await heading.boundingBox()) ?? { y: -1 };
    expect(y).toBeGreaterThan(60);
    expect(y).toBeLessThan(600);
    await saveOf(scene).click();
    const panel = page.getByRole("alert").filter({ has: heading });
    await panel.getByText(words("form.conflict.choose"), { exact: true }).waitFor();
    expect(await panel.getByRole("radio", { checked: true }).count()).toBe(0);
    await hasFocus(heading);
    await expectAccessible(page);
    await shot(`two editors ${locale}`);
    expect((await stored(scene, client)).notes).toBe("À ma collègue");
    await panel
      .getByRole("radio", { name: words("form.conflict.mine", { value: "À moi" }) })
      .check();
    await saveOf(scene).click();
    await page.waitForURL(/\/view$/);
    expect((await stored(scene, client)).notes).toBe("À moi");
  });

  scenario(`what nobody else touched is saved on top, ${locale}`, setting, async (scene) => {
    const { page, words } = scene;
    const client = await editing(scene);
    const name = `${client.name} bis`;
    await notesOf(scene).fill("À moi");
    await colleague(scene, client, { name });
    await saveOf(scene).click();
    await page.getByText(words("form.saved"), { exact: true }).waitFor();
    await page.waitForURL(/\/view$/);
    expect(await stored(scene, client)).toMatchObject({ name, notes: "À moi" });
  });
}
