// The lists of choices that the organization keeps: a reason is added, moved, reworded, retired and deleted.
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { pageReady } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Choice {
  value: string;
  position: number;
  is_active: boolean;
  name_en: string;
}

const choicesOf = async ({ api }: App, list: string) =>
  (await api.get<{ data: Choice[] }>(`/enum-options/${list}`)).data;

async function act({ page, words }: App, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: words("ui.more_actions", { name }) }).click();
  await page.getByRole("menuitem", { name: words(`enum_options.${action}`), exact: true }).click();
}

test.describe(() => {
  test.use({ role: "admin" });

  test("a choice is added, moved, retired and deleted", async ({ app }) => {
    const { page, open, words, locale } = app;
    // Unique: a server that runs on may have seen an earlier run.
    const run = `${locale} ${Date.now()}`;
    const mine = { en: `Photo shoot ${run}`, fr: `Séance photo ${run}` };
    const shown = locale === "fr-ca" ? mine.fr : mine.en;
    await open("/admin/organization");
    await page.getByRole("link", { name: words("enum_options.title") }).click();
    await page.getByRole("tab", { name: words("enum_options.list.oos_type") }).click();
    await page.getByRole("button", { name: words("enum_options.add"), exact: true }).click();
    const dialog = page.getByRole("dialog", { name: words("enum_options.add_title") });
    await dialog.getByLabel(words("enum_options.field.name_en")).fill(mine.en);
    await dialog.getByLabel(words("enum_options.field.name_fr")).fill(mine.fr);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: words("form.create"), exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("cell", { name: mine.fr, exact: true }).waitFor();
    await expectAccessible(page);

    const last = (await choicesOf(app, "oos_type")).length;
    await page.getByRole("button", { name: words("ui.move.up", { name: shown }) }).click();
    await page
      .getByText(words("ui.move.done", { name: shown, position: String(last - 1) }))
      .waitFor();

    await act(app, shown, "retire");
    await page.getByText(words("enum_options.retired", { name: shown })).waitFor();
    await page.getByRole("button", { name: words("common.undo") }).click();
    await page.getByText(words("enum_options.restored", { name: shown })).waitFor();
    await pageReady(page);
    const stored = (await choicesOf(app, "oos_type")).find(({ name_en }) => name_en === mine.en);
    expect(stored).toMatchObject({ position: last - 1, is_active: true });

    await act(app, shown, "delete");
    const question = page.getByRole("dialog", {
      name: words("enum_options.delete_title", { name: shown }),
    });
    await question.getByRole("button", { name: words("enum_options.delete"), exact: true }).click();
    await page.getByText(words("enum_options.deleted", { name: shown })).waitFor();
    expect(await choicesOf(app, "oos_type")).toHaveLength(last - 1);
  });
});

test.describe(() => {
  test.use({ role: "churn_manager", viewport: { width: 375, height: 740 } });

  test("a churn manager edits the reasons on a phone", async ({ page, open, words }) => {
    await open("/churns");
    await page.getByRole("link", { name: words("churns.edit_reasons") }).click();
    await page.getByRole("tab", { name: words("enum_options.list.churn_reason") }).waitFor();
    await pageReady(page);
    await expect(page.getByRole("tab")).toHaveCount(1);
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ role: "account_manager" });

  test("an account manager may not edit the lists", async ({ page, open, words }) => {
    await open("/choices");
    await page.getByText(words("ui.forbidden.title")).waitFor();
  });
});
