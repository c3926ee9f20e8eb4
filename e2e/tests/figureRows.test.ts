// Tests that a figure of a client opens its rows in a panel, with export.
import { expectAccessible } from "../support/pageChecks.ts";
import { expect, test } from "../support/test.ts";

for (const locale of ["en-US", "fr-CA"]) {
  test.describe(() => {
    test.use({ role: "financial_manager", locale });

    test(`the MRR of a client opens the retainers behind it, ${locale}`, async ({ app }) => {
      const { page, open, t, api } = app;
      const { data } = await api.get<{ data: { api_id: string }[] }>("/clients?sort=-mrr");
      const id = data[0]?.api_id ?? "";
      const rows = await api.get<{ meta: { total: number } }>(
        `/figure-rows?figure=client_mrr&id=${id}`,
      );
      await open(`/clients/${id}/view`);
      const label = t("clients.field.mrr");
      await page.locator("aside dl > div").filter({ hasText: label }).getByRole("button").click();
      const panel = page.getByRole("dialog", { name: t("dashboard.rows_of", { label }) });
      await expect(panel.getByRole("row")).toHaveCount(rows.meta.total + 1);
      await expectAccessible(page);
      await panel.getByRole("button", { name: t("table.export"), exact: true }).click();
      const waiting = page.waitForEvent("download");
      await page.getByRole("button", { name: t("exports.format.csv"), exact: true }).click();
      expect((await waiting).suggestedFilename()).toMatch(/\.csv$/);
    });
  });
}
