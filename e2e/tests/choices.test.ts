// Tests the lists of options: a reason is added, moved, renamed, retired and deleted.
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Choice {
  value: string;
  position: number;
  is_active: boolean;
  name_en: string;
}

const listOptions = async ({ api }: App, list: string) =>
  (await api.get<{ data: Choice[] }>(`/enum-options/${list}`)).data;

async function chooseAction({ page, t }: App, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: t("ui.more_actions", { name }) }).click();
  await page.getByRole("menuitem", { name: t(`enum_options.${action}`), exact: true }).click();
}

test.describe(() => {
  test.use({ role: "admin" });

  test("an option is added, moved, retired and deleted", async ({ app }) => {
    const { page, open, t, locale } = app;
    // Unique, because a running server may have data of an earlier run.
    const uniqueName = `${locale} ${Date.now()}`;
    const created = { en: `Photo shoot ${uniqueName}`, fr: `Séance photo ${uniqueName}` };
    const shown = locale === "fr-ca" ? created.fr : created.en;
    await open("/admin/organization");
    await page
      .getByRole("main")
      .getByRole("link", { name: t("enum_options.title") })
      .click();
    await page.getByRole("tab", { name: t("enum_options.list.oos_type") }).click();
    await page.getByRole("button", { name: t("enum_options.add"), exact: true }).click();
    const dialog = page.getByRole("dialog", { name: t("enum_options.add_title") });
    await dialog.getByLabel(t("enum_options.field.name_en")).fill(created.en);
    await dialog.getByLabel(t("enum_options.field.name_fr")).fill(created.fr);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: t("form.create"), exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("cell", { name: created.fr, exact: true }).waitFor();
    await expectAccessible(page);

    const last = (await listOptions(app, "oos_type")).length;
    await page.getByRole("button", { name: t("ui.move.up", { name: shown }) }).click();
    await page.getByText(t("ui.move.done", { name: shown, position: String(last - 1) })).waitFor();

    await chooseAction(app, shown, "retire");
    await page.getByText(t("enum_options.retired", { name: shown })).waitFor();
    await page.getByRole("button", { name: t("common.undo") }).click();
    await page.getByText(t("enum_options.restored", { name: shown })).waitFor();
    await waitForPage(page);
    const stored = (await listOptions(app, "oos_type")).find(
      ({ name_en }) => name_en === created.en,
    );
    expect(stored).toMatchObject({ position: last - 1, is_active: true });

    await chooseAction(app, shown, "delete");
    const question = page.getByRole("dialog", {
      name: t("enum_options.delete_title", { name: shown }),
    });
    await question.getByRole("button", { name: t("enum_options.delete"), exact: true }).click();
    await page.getByText(t("enum_options.deleted", { name: shown })).waitFor();
    expect(await listOptions(app, "oos_type")).toHaveLength(last - 1);
  });
});

test.describe(() => {
  test.use({ role: "churn_manager", viewport: { width: 375, height: 740 } });

  test("a churn manager edits the reasons on a phone", async ({ page, open, t }) => {
    await open("/churns");
    await page.getByRole("link", { name: t("churns.edit_reasons") }).click();
    await page.getByRole("tab", { name: t("enum_options.list.churn_reason") }).waitFor();
    await waitForPage(page);
    await expect(page.getByRole("tab")).toHaveCount(1);
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ role: "account_manager" });

  test("an account manager cannot edit the lists", async ({ page, open, t }) => {
    await open("/choices");
    await page.getByText(t("ui.forbidden.title")).waitFor();
  });
});
