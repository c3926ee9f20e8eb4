// Tests the deals: the open ones by month, ready views, and the way to a project.
import { waitForPage } from "../support/ready.ts";
import { expect, test } from "../support/test.ts";

interface Pipeline {
  months: { starts_on: string; ends_on: string }[];
}

test.use({ role: "admin" });

test("a month of the pipeline shows its deals", async ({ app }) => {
  const { page, open, t, api } = app;
  const { data } = await api.get<{ data: Pipeline }>("/deal-pipeline");
  const month = data.months.at(-1);
  if (!month) throw new Error("No deal is expected to close");
  await open("/deals");
  const pipeline = page.getByRole("region", { name: t("deals.pipeline.title") });
  await pipeline.getByRole("link").last().click();
  await page.waitForURL(`**/deals?**closes_to=${month.ends_on}**`);
  const days = `closes_from=${month.starts_on}&closes_to=${month.ends_on}`;
  const { meta } = await api.get<{ meta: { total: number } }>(`/Deals?state=open&${days}`);
  const table = page.getByRole("table", { name: t("deals.title") });
  await expect(table).toHaveAttribute("aria-rowcount", String(meta.total + 1));
});

test("a won deal without a project leads to one", async ({ app }) => {
  const { page, open, t } = app;
  await open("/deals");
  await page
    .getByRole("navigation", { name: t("deals.ready.label") })
    .getByRole("link", { name: t("deals.ready.without_project") })
    .click();
  await page.waitForURL((url) => url.searchParams.get("state") === "won");
  await waitForPage(page);
  await page
    .getByRole("link", { name: new RegExp(`^${t("deals.create")}`) })
    .first()
    .click();
  await page.waitForURL("**/projects/create?deal=**");
});
