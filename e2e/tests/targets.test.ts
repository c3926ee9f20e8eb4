// Tests the organization's monthly targets: a year is pasted and edited by keyboard, saved, and seen on the dashboard.
import { thisMonth, today } from "../support/days.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Targets {
  year: number;
  currency: string;
  figures: { figure: string; months: { month: string; value: string | null }[] }[];
}

async function read({ api }: App): Promise<Targets> {
  const year = today().slice(0, 4);
  return (await api.get<{ data: Targets }>(`/company-targets?year=${year}`)).data;
}

/** Other tests expect an organization without targets. */
async function removeAll(app: App): Promise<void> {
  const { year, currency, figures } = await read(app);
  const targets = figures.flatMap(({ figure, months }) =>
    months.flatMap(({ month, value }) =>
      value === null ? [] : [{ figure, month, before: value, value: null }],
    ),
  );
  if (targets.length > 0)
    await app.api.send("PATCH", "/company-targets", { year, currency, targets });
}

function paste(text: string): string {
  return `(() => {
    const data = new DataTransfer();
    data.setData("text", ${JSON.stringify(text)});
    const options = { clipboardData: data, bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", options));
  })()`;
}

test.describe(() => {
  test.use({ role: "financial_manager" });

  test("a pasted year is saved and compared on the dashboard", async ({ app }) => {
    const { page, open, t } = app;
    await open("/goals?tab=company");
    const table = page.getByRole("table", { name: t("goals.tab.company") });
    const cell = (figure: string, month: number) =>
      table.getByRole("row").nth(month).locator(`[data-grid="${figure}"]`);
    await cell("revenue", 1).focus();
    const lines = Array.from({ length: 12 }, (_, index) => `${index + 1},000.50\t400`);
    await page.evaluate(paste(lines.join("\n")));
    await expect(cell("revenue", 12)).toHaveValue("12,000.50");
    await expect(cell("margin", 12)).toHaveValue("400.00");
    await expect(table.getByRole("row").last()).toContainText("78,006.00");
    // A line of months goes down its column.
    await cell("lost_retainers", 1).focus();
    await page.evaluate(paste(Array.from({ length: 12 }, () => "2").join("\t")));
    await expect(cell("lost_retainers", 12)).toHaveValue("2");
    // By keyboard: an amount, the cell below, and the cell above again.
    await cell("mrr", 1).focus();
    await page.keyboard.type("5000");
    await page.keyboard.press("Enter");
    await expect(cell("mrr", 2)).toBeFocused();
    await page.keyboard.press("Control+d");
    await expect(cell("mrr", 2)).toHaveValue("5,000.00");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.type("much");
    await expect(cell("mrr", 3)).toHaveAttribute("aria-invalid", "true");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await expectAccessible(page);
    await page.getByRole("button", { name: t("targets.save") }).click();
    await expect(page.getByText(t("targets.saved"))).toBeVisible();
    const { figures, currency } = await read(app);
    const values = (name: string) =>
      figures.find(({ figure }) => figure === name)?.months.map(({ value }) => value);
    expect(values("revenue")?.[11]).toBe("12000.50");
    expect(values("margin")).toEqual(Array(12).fill("400.00"));
    expect(values("mrr")?.slice(0, 3)).toEqual(["5000.00", "5000.00", null]);
    const month = thisMonth();
    await open(`/dashboard?currency=${currency}&from=${month}-01`);
    await waitForPage(page);
    await expect(page.getByText(/Target .*400\.00/)).toBeVisible();
    await expect(page.getByText(/Target .*,000\.50/).first()).toBeVisible();
    await expectAccessible(page);
    await removeAll(app);
  });
});

test.describe(() => {
  test.use({ role: "financial_manager", expectedProblems: /status of 409/ });

  test("entries stay when another user was faster, and leaving them asks first", async ({
    app,
  }) => {
    const { page, open, t, api } = app;
    await open("/goals?tab=company");
    const cell = page.locator('[data-grid="revenue"]').first();
    await cell.fill("100");
    await cell.press("Enter");
    const { year, currency } = await read(app);
    const change = { figure: "revenue", month: `${year}-01-01`, before: null, value: "50.00" };
    await api.send("PATCH", "/company-targets", { year, currency, targets: [change] });
    await page.getByRole("button", { name: t("targets.save") }).click();
    await expect(cell).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText(t("targets.now", { value: "50.00" }))).toBeVisible();
    await expect(cell).toHaveValue("100.00");
    await page.getByRole("button", { name: t("targets.next") }).click();
    await page.getByRole("button", { name: t("form.leave.stay") }).click();
    await expect(cell).toHaveValue("100.00");
    await page.getByRole("button", { name: t("targets.save") }).click();
    await expect(page.getByText(t("targets.saved"))).toBeVisible();
    const saved = (await read(app)).figures.find(({ figure }) => figure === "revenue");
    expect(saved?.months[0]?.value).toBe("100.00");
    await removeAll(app);
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", viewport: { width: 390, height: 844 } });

  test("on a phone, one figure is shown at a time", async ({ app }) => {
    const { page, open, t } = app;
    await open("/goals?tab=company");
    const table = page.getByRole("table", { name: t("goals.tab.company") });
    await expect(table.getByRole("columnheader")).toHaveCount(2);
    await page.getByLabel(t("targets.figure_shown")).selectOption("margin");
    await expect(table.getByRole("columnheader").last()).toHaveText(t("targets.figure.margin"));
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ role: "account_manager" });

  test("account managers see no targets of the organization", async ({ app }) => {
    const { page, open, t } = app;
    await open("/goals?tab=company");
    await expect(page.getByRole("table", { name: t("goals.tab.company") })).toHaveCount(0);
    await expect(page.getByRole("tab", { name: t("goals.tab.company") })).toHaveCount(0);
    await open("/dashboard");
    await expect(page.getByText(t("margins.field.margin"))).toHaveCount(0);
  });
});
