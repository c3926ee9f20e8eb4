// Tests saved views: saved, opened, changed, shared, and as the default view.
import { Api } from "../support/api.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ role: "account_manager" });

interface View {
  api_id: string;
  name: string;
  may_change: boolean;
}

const PATH = "/saved-views";

async function deleteView({ api }: Pick<App, "api">, list: string): Promise<void> {
  const { data } = await api.get<{ data: View[] }>(`${PATH}?per_page=100&list_name=${list}`);
  for (const { api_id, may_change } of data)
    if (may_change) await api.send("DELETE", `${PATH}/${api_id}`);
}

/** The list's URL parameters, with the open view's id replaced by “…”. */
const search = ({ page }: App) =>
  new URL(page.url()).search.replace(/saved=[0-9a-f-]{36}/, "saved=…");

const bar = ({ page, t }: App) => page.getByRole("region", { name: t("views.open_view") });

async function panel(app: App) {
  const { page, t } = app;
  await page.getByRole("button", { name: t("table.views"), exact: true }).click();
  return page.getByRole("dialog", { name: t("table.views"), exact: true });
}

test("a view opens its list", async ({ app }) => {
  const { page, open, t } = app;
  await deleteView(app, "projects.fixed");
  await open("/projects/fixed?status=active&sort=name");
  await waitForPage(page);
  const views = await panel(app);
  const name = "Mine";
  await views.getByRole("textbox", { name: t("views.name") }).fill(name);
  await views.getByRole("checkbox", { name: t("views.start_with_it") }).check();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await views.getByRole("button", { name, exact: true }).waitFor();
  await page.keyboard.press("Escape");

  await open("/clients");
  await page.evaluate((path) => window.location.assign(path), "/projects/fixed");
  await expect.poll(() => search(app)).toBe("?sort=name&status=active&saved=…");
  await bar(app).getByText(name, { exact: true }).waitFor();
  await page.getByRole("group", { name: t("table.active_filters") }).waitFor();
  await page.getByRole("button", { name: t("table.clear_all"), exact: true }).click();
  await expect.poll(() => search(app)).toBe("?sort=name&saved=…");
  await bar(app)
    .getByRole("button", { name: t("views.show_everything") })
    .click();
  await expect.poll(() => search(app)).toBe("?plain=yes");
  await page.reload();
  await waitForPage(page);
  expect(search(app)).toBe("?plain=yes");

  await page.goBack();
  await page.goBack();
  await expect.poll(() => search(app)).toBe("?sort=name&status=active&saved=…");
  const last = await panel(app);
  await last.getByRole("button", { name: t("views.remove", { name }) }).click();
  await last.getByRole("button", { name, exact: true }).waitFor({ state: "detached" });
  // The list keeps its state without a view.
  await expect.poll(() => search(app)).toBe("?sort=name&status=active");
  await open("/projects/fixed");
  await waitForPage(page);
  expect(search(app)).toBe("");
});

for (const [list, locale, first, then] of [
  ["clients", "en-US", "status=active", "status=active%2Cinactive"],
  ["invoices", "fr-CA", "sort=issued_on", "sort=due_on"],
] as const) {
  test.describe(() => {
    test.use({ locale, expectedProblems: /status of 409/ });

    test(`a view of ${list} is shared`, async ({ app }) => {
      const { page, open, t } = app;
      const admin = new Api(await app.openContext("admin"), app.server);
      await deleteView({ api: admin }, list);
      await deleteView(app, list);
      await open(`/${list}?${first}`);
      const views = await panel(app);
      const name = "Ours";
      await views.getByRole("textbox", { name: t("views.name") }).fill(name);
      await views.getByRole("checkbox", { name: t("views.share_it") }).check();
      await expectAccessible(page);
      await page.keyboard.press("Enter");
      await bar(app).getByText(t("views.shared_by_me")).waitFor();
      const openView = bar(app);
      await expect(openView.getByRole("button")).toHaveCount(1);

      // A colleague finds the view and changes it while it is open here.
      const { data } = await admin.get<{ data: View[] }>(
        `${PATH}?list_name=${list}&is_shared=true`,
      );
      expect(data.map((view) => [view.name, view.may_change])).toEqual([[name, true]]);
      const url = `${PATH}/${data[0]?.api_id}`;
      await admin.send("PATCH", url, { name: `${name} bis` });
      await open(`/${list}?${then}&saved=${data[0]?.api_id}`);
      const update = openView.getByRole("button", { name: t("views.update_shared") });
      await update.waitFor();
      await openView.getByRole("button", { name: t("views.save_as") }).waitFor();
      await admin.send("PATCH", url, { query: "" });
      await update.click();
      await page.getByText(t("views.changed")).waitFor();
      await update.click();
      await update.waitFor({ state: "detached" });

      await admin.send("DELETE", url);
      await page.reload();
      await openView.getByText(t("views.gone")).waitFor();
      await expectAccessible(page);
    });
  });
}

test.describe(() => {
  test.use({ locale: "fr-CA", colorScheme: "dark", viewport: { width: 390, height: 800 } });

  test("views fit a phone", async ({ app }) => {
    await deleteView(app, "projects.retainer");
    const view = { list_name: "projects.retainer", name: "Forfaits à surveiller de près" };
    await app.api.send("POST", PATH, { ...view, query: "status=active", is_shared: true });
    await app.open("/projects/retainer?status=active,on_hold");
    const views = await panel(app);
    await views.getByRole("button", { name: view.name, exact: true }).click();
    await app.page.keyboard.press("Escape");
    await app.page.getByRole("button", { name: app.t("table.clear_all") }).click();
    await bar(app)
      .getByRole("button", { name: app.t("views.save_as") })
      .click();
    await expectAccessible(app.page);
    await expectNoSidewaysScroll(app.page);
    await (await panel(app)).waitFor();
    await expectAccessible(app.page);
    await expectNoSidewaysScroll(app.page);
    await deleteView(app, "projects.retainer");
  });
});
