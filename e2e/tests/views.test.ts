// Views of a list: kept, opened, changed, shared, and one of them in the place of the bare list, in both languages.
import type { Browser } from "playwright-core";
import { expect, inject } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type Scene,
  scenario,
} from "../harness/scenario.ts";
import { Api, LOCALES } from "../harness/session.ts";
import { settled } from "../harness/settled.ts";

interface View {
  api_id: string;
  name: string;
  may_change: boolean;
}

const PATH = "/saved-views";

async function forget({ api }: Pick<Scene, "api">, list: string): Promise<void> {
  const { data } = await api.get<{ data: View[] }>(`${PATH}?per_page=100&list_name=${list}`);
  for (const { api_id, may_change } of data)
    if (may_change) await api.send("DELETE", `${PATH}/${api_id}`);
}

/** What the list shows, and whether that is an opened view. */
const search = ({ page }: Scene) =>
  new URL(page.url()).search.replace(/saved=[0-9a-f-]{36}/, "saved=…");

const bar = ({ page, words }: Scene) =>
  page.getByRole("region", { name: words("views.open_view") });

async function panel(scene: Scene) {
  const { page, words } = scene;
  await page.getByRole("button", { name: words("table.views"), exact: true }).click();
  return page.getByRole("dialog", { name: words("table.views"), exact: true });
}

for (const [index, locale] of LOCALES.entries()) {
  const list = ["fixed", "oos"][index] as string;
  scenario(`a view opens its list, ${locale}`, { as: "account_manager", locale }, async (scene) => {
    const { page, open, words, shot } = scene;
    await forget(scene, `projects.${list}`);
    await open(`/projects/${list}?status=active&sort=name`);
    await settled(page);
    const views = await panel(scene);
    const name = `Mine ${locale}`;
    await views.getByRole("textbox", { name: words("views.name") }).fill(name);
    await views.getByRole("checkbox", { name: words("views.start_with_it") }).check();
    await expectAccessible(page);
    await shot(`views ${locale}`);
    await page.keyboard.press("Enter");
    await views.getByRole("button", { name, exact: true }).waitFor();
    await page.keyboard.press("Escape");

    await open("/clients");
    await page.evaluate((path) => window.location.assign(path), `/projects/${list}`);
    await expect.poll(() => search(scene)).toBe("?sort=name&status=active&saved=…");
    await bar(scene).getByText(name, { exact: true }).waitFor();
    await page.getByRole("group", { name: words("table.active_filters") }).waitFor();
    await page.getByRole("button", { name: words("table.clear_all"), exact: true }).click();
    await expect.poll(() => search(scene)).toBe("?sort=name&saved=…");
    await bar(scene)
      .getByRole("button", { name: words("views.show_everything") })
      .click();
    await expect.poll(() => search(scene)).toBe("?plain=yes");
    await page.reload();
    await settled(page);
    expect(search(scene)).toBe("?plain=yes");

    await page.goBack();
    await page.goBack();
    await expect.poll(() => search(scene)).toBe("?sort=name&status=active&saved=…");
    const last = await panel(scene);
    await last.getByRole("button", { name: words("views.remove", { name }) }).click();
    await last.getByRole("button", { name, exact: true }).waitFor({ state: "detached" });
    // What it showed stays, under no name.
    await expect.poll(() => search(scene)).toBe("?sort=name&status=active");
    await open(`/projects/${list}`);
    await settled(page);
    expect(search(scene)).toBe("");
  });
}

for (const [index, locale] of LOCALES.entries()) {
  const list = ["clients", "invoices"][index] as string;
  const [first, then] = [
    ["status=active", "status=active%2Cinactive"],
    ["sort=issued_on", "sort=due_on"],
  ][index] as [string, string];
  const setting = { as: "account_manager", locale, expected: /status of 409/ } as const;
  scenario(`a view is shared, ${locale}`, setting, async (scene) => {
    const { page, open, words, shot, context } = scene;
    const office = await (context.browser() as Browser).newContext();
    await office.addCookies(inject("sessions").admin);
    const admin = new Api(office, scene.house);
    await forget({ api: admin }, list);
    await forget(scene, list);
    await open(`/${list}?${first}`);
    const views = await panel(scene);
    const name = `Ours ${locale}`;
    await views.getByRole("textbox", { name: words("views.name") }).fill(name);
    await views.getByRole("checkbox", { name: words("views.share_it") }).check();
    await expectAccessible(page);
    await shot(`views shared ${locale}`);
    await page.keyboard.press("Enter");
    await bar(scene).getByText(words("views.shared_by_me")).waitFor();
    const openView = bar(scene);
    expect(await openView.getByRole("button").count()).toBe(1);

    // Somebody else finds it, and changes it while it is open here.
    const { data } = await admin.get<{ data: View[] }>(`${PATH}?list_name=${list}&is_shared=true`);
    expect(data.map((view) => [view.name, view.may_change])).toEqual([[name, true]]);
    const url = `${PATH}/${data[0]?.api_id}`;
    await admin.send("PATCH", url, { name: `${name} bis` });
    await open(`/${list}?${then}&saved=${data[0]?.api_id}`);
    const update = openView.getByRole("button", { name: words("views.update_shared") });
    await update.waitFor();
    await openView.getByRole("button", { name: words("views.save_as") }).waitFor();
    await admin.send("PATCH", url, { query: "" });
    await update.click();
    await page.getByText(words("views.changed")).waitFor();
    await shot(`view differs ${locale}`);
    await update.click();
    await update.waitFor({ state: "detached" });

    await admin.send("DELETE", url);
    await page.reload();
    await openView.getByText(words("views.gone")).waitFor();
    await expectAccessible(page);
    await shot(`view gone ${locale}`);
    await office.close();
  });
}

scenario(
  "views fit a phone",
  { as: "account_manager", locale: "fr-ca", theme: "dark", width: 390, height: 800 },
  async (scene) => {
    await forget(scene, "projects.retainer");
    const view = { list_name: "projects.retainer", name: "Forfaits à surveiller de près" };
    await scene.api.send("POST", PATH, { ...view, query: "status=active", is_shared: true });
    await scene.open("/projects/retainer?status=active,on_hold");
    const views = await panel(scene);
    await views.getByRole("button", { name: view.name, exact: true }).click();
    await scene.page.keyboard.press("Escape");
    await scene.page.getByRole("button", { name: scene.words("table.clear_all") }).click();
    await bar(scene)
      .getByRole("button", { name: scene.words("views.save_as") })
      .click();
    await expectAccessible(scene.page);
    await expectNoSidewaysScroll(scene.page);
    await scene.shot("open view on a phone");
    await (await panel(scene)).waitFor();
    await expectAccessible(scene.page);
    await expectNoSidewaysScroll(scene.page);
    await scene.shot("views on a phone");
    await forget(scene, "projects.retainer");
  },
);
