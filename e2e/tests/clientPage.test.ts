// Tests the page of a client: its sentence and pictures lead to their rows, and show no money to those without rights.
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

interface Clients {
  data: { api_id: string; name: string; overdue?: { amount: string } }[];
}

/** The client that owes most, with its overdue invoices. */
async function debtor({ api }: App) {
  const { data } = await api.get<Clients>("/clients?sort=-overdue&per_page=1");
  const id = data[0]?.api_id ?? "";
  const { meta } = await api.get<{ meta: { total: number } }>(
    `/invoices?client=${id}&status=overdue&per_page=1`,
  );
  return { id, overdue: meta.total };
}

for (const locale of ["en-US", "fr-CA"]) {
  test.describe(() => {
    test.use({ role: "admin", locale });

    test(`the sentence of a client opens its overdue invoices, ${locale}`, async ({ app }) => {
      const { page, open, t } = app;
      const { id, overdue } = await debtor(app);
      await open(`/clients/${id}/view`);
      const revenue = { name: t("client_page.revenue.title"), exact: true };
      await expect(page.getByRole("heading", revenue)).toBeVisible();
      await expectAccessible(page);
      const count = new RegExp(`^${overdue} (?:de )?(?:invoice|facture)s?$`);
      await page.getByRole("link", { name: count }).click();
      await expect(page).toHaveURL(/\/invoices\?/);
      await expect(page.getByRole("row")).toHaveCount(Math.min(overdue, 25) + 1);
      await page.goBack();
      await expect(page).toHaveURL(/\/view$/);
    });
  });
}

test.describe(() => {
  test.use({ role: "admin" });

  test("a level set with a reason replaces the computed one until it is taken back", async ({
    app,
  }) => {
    const { page, open, t, api } = app;
    await open("/clients");
    const views = page.getByRole("navigation", { name: t("states.views.clients.label") });
    await views.getByRole("link", { name: t("states.views.clients.at_risk") }).click();
    await expect(page).toHaveURL(/health=red/);
    await waitForPage(page);
    await expectAccessible(page);
    const { data } = await api.get<Clients>("/clients?overdue=true&health=red&per_page=50");
    const levels = await Promise.all(
      data.map(async ({ api_id }) => ({
        api_id,
        health: await api.get<{ data: { set: unknown } }>(`/clients/${api_id}/health`),
      })),
    );
    const id = levels.find(({ health }) => health.data.set === null)?.api_id ?? "";
    const clientName = data.find(({ api_id }) => api_id === id)?.name ?? "";
    await open(`/clients/${id}/view`);
    const health = page.getByRole("region", { name: t("clients.field.health"), exact: true });
    await expect(health.getByRole("listitem").first()).toBeVisible();
    await health.getByRole("button", { name: t("client_page.health.change") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox").selectOption("green");
    await dialog.getByLabel(t("clients.field.health_note")).fill("Paid by transfer on Friday");
    const [year, month, day] = new Date(Date.now() + MONTH_MS)
      .toISOString()
      .slice(0, 10)
      .split("-");
    await dialog
      .getByRole("textbox", { name: t("clients.field.health_until") })
      .fill(`${month}/${day}/${year}`);
    await dialog.getByRole("button", { name: t("form.save") }).click();
    await expect(health.getByText("Paid by transfer on Friday")).toBeVisible();
    await expect(health.getByText(t("client_page.health.computed"))).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: t("ui.more_actions", { name: clientName }) }).click();
    await page.getByRole("menuitem", { name: t("client_page.health.compute") }).click();
    await expect(health.getByText("Paid by transfer on Friday")).toBeHidden();
  });
});

test.describe(() => {
  test.use({ role: "admin", viewport: { width: 390, height: 844 } });

  test("the page of a client fits a phone", async ({ app }) => {
    const { page, open, t } = app;
    const { id } = await debtor(app);
    await open(`/admin/clients/${id}/view`);
    await expect(page.getByText(t("client_page.next.title"), { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("an employee sees a client without its money", async ({ app }) => {
    const { page, open, t, api } = app;
    const { data } = await api.get<Clients>("/clients?per_page=1");
    expect(data[0]?.overdue).toBeUndefined();
    await open(`/clients/${data[0]?.api_id}/view`);
    await expect(page.getByText(t("client_page.next.title"), { exact: true })).toBeVisible();
    await expect(page.getByText(t("client_page.revenue.title"), { exact: true })).toHaveCount(0);
    await expect(page.getByText(t("client_page.receivables.title"), { exact: true })).toHaveCount(
      0,
    );
    expect(await page.locator("main").textContent()).not.toContain("$");
  });
});

interface RevenueOfClient {
  data: {
    months: { starts_on: string; kinds: { kind: string; money: { amount: string } }[] }[];
  };
}

/** A client with a month of several kinds of revenue, without negative amounts. */
async function clientWithKinds({ api }: App) {
  const { data } = await api.get<Clients>("/clients?sort=-mrr&per_page=50");
  for (const { api_id } of data) {
    const revenue = await api.get<RevenueOfClient>(`/clients/${api_id}/revenue`);
    const { months } = revenue.data;
    const place = months.findIndex(
      ({ kinds }) => kinds.length > 1 && kinds.every(({ money }) => Number(money.amount) > 0),
    );
    const month = months[place];
    if (month) return { api_id, place, count: months.length, ...month };
  }
  throw new Error("No client has a month of several kinds");
}

test.describe(() => {
  test.use({ role: "admin" });

  test("each part of a bar of revenue opens the rows of its month and kind", async ({ app }) => {
    const { page, open, t } = app;
    const { api_id, place, count, starts_on, kinds } = await clientWithKinds(app);
    await open(`/clients/${api_id}/view`);
    const figure = page.getByRole("figure").filter({ hasText: t("client_page.revenue.by_month") });
    const month = starts_on.slice(0, 7);
    // Each bar draws one part per kind of the chart, from the axis upwards.
    const parts = figure.locator("svg[role=img] g > rect");
    const shown = (await parts.count()) / count;
    const last = await parts.nth((place + 1) * shown - 1).boundingBox();
    if (!last) throw new Error("The bar has no last part");
    await page.mouse.move(last.x + last.width / 2, last.y + last.height / 2);
    await page.mouse.click(last.x + last.width / 2, last.y + last.height / 2);
    await expect(page).toHaveURL(new RegExp(`group=${month}%3A${kinds.at(-1)?.kind}`));
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByRole("table")).toBeVisible();
    await page.reload();
    await expect(drawer.getByRole("table")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/view$/);
  });
});
