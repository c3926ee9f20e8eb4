// A person's own views of a list: kept, opened, and one of them in the place of the bare list, in both languages.
import { expect } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type Scene,
  scenario,
} from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";
import { settled } from "../harness/settled.ts";

interface View {
  api_id: string;
  name: string;
}

const PATH = "/saved-views";

async function forget({ api }: Scene, list: string): Promise<void> {
  const { data } = await api.get<{ data: View[] }>(`${PATH}?per_page=100&list_name=${list}`);
  for (const { api_id } of data) await api.send("DELETE", `${PATH}/${api_id}`);
}

const search = ({ page }: Scene) => new URL(page.url()).search;

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
    await expect.poll(() => search(scene)).toBe("?sort=name&status=active");
    await page.getByRole("group", { name: words("table.active_filters") }).waitFor();
    await page.getByRole("button", { name: words("table.clear_all"), exact: true }).click();
    await expect.poll(() => search(scene)).toContain("sort=name");
    const again = await panel(scene);
    await again.getByRole("button", { name: words("views.plain"), exact: true }).click();
    await expect.poll(() => search(scene)).toBe("?plain=yes");
    await page.reload();
    await settled(page);
    expect(search(scene)).toBe("?plain=yes");

    await page.goBack();
    await page.goBack();
    await expect.poll(() => search(scene)).toBe("?sort=name&status=active");
    const last = await panel(scene);
    await last.getByRole("button", { name: words("views.remove", { name }) }).click();
    await last.getByRole("button", { name, exact: true }).waitFor({ state: "detached" });
    await open(`/projects/${list}`);
    await settled(page);
    expect(search(scene)).toBe("");
  });
}

scenario(
  "views fit a phone",
  { as: "account_manager", locale: "fr-ca", theme: "dark", width: 390, height: 800 },
  async (scene) => {
    await scene.open("/projects/retainer");
    await settled(scene.page);
    await (await panel(scene)).waitFor();
    await expectAccessible(scene.page);
    await expectNoSidewaysScroll(scene.page);
    await scene.shot("views on a phone");
  },
);
