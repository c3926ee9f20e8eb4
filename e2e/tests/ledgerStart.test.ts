// Tests a ledger that begins later than its retainer: its opening balance is assumed until a person states it.
import { today } from "../support/days.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

interface Row {
  api_id: string;
}

/** The first day of the month before last, and of the last one. */
function earlierMonths(): [start: string, next: string] {
  const [year = 0, month = 0] = today().split("-").map(Number);
  const first = (ago: number) => new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString();
  return [first(2).slice(0, 10), first(1).slice(0, 10)];
}

async function newRetainer({ api }: App, start_on: string): Promise<string> {
  const { data: clients } = await api.get<{ data: Row[] }>("/clients?status=active");
  const { data: managers } = await api.get<{ data: Row[] }>("/account-managers");
  const { data } = await api.send<{ data: Row }>("POST", "/projects", {
    name: `Since ${start_on}`,
    kind: "retainer",
    client: clients[0]?.api_id,
    account_manager: managers[0]?.api_id,
    start_on,
    currency: "CAD",
    monthly_fee: "2000.00",
    included_hours: "10.00",
    status: "active",
  });
  return data.api_id;
}

for (const locale of ["en-US", "fr-CA"] as const) {
  test.describe(locale, () => {
    test.use({ role: "admin", locale, expectedProblems: /status of 422/ });

    test("the balance is assumed, then stated", async ({ app }) => {
      const { page, open, t, api } = app;
      const [start, next] = earlierMonths();
      const id = await newRetainer(app, start);
      await open(`/projects/${id}/view?tab=hours`);
      await page.getByRole("button", { name: t("retainers.start.begin_later") }).click();
      const dialog = page.getByRole("dialog", { name: t("retainers.start.title") });
      const save = dialog.getByRole("button", { name: t("form.save"), exact: true });
      await dialog
        .getByRole("textbox", { name: t("projects.field.ledger_from") })
        .fill(`${next.slice(0, 8)}02`);
      await expectAccessible(page);
      await save.click();
      // Only the first day of a month begins a ledger.
      await expect(dialog.locator('[aria-invalid="true"]').first()).toBeVisible();
      await dialog.getByRole("textbox", { name: t("projects.field.ledger_from") }).fill(next);
      await save.click();
      await dialog.waitFor({ state: "hidden" });
      await expect(page.getByText(t("retainers.start.earlier"))).toBeVisible();
      await page.getByRole("button", { name: t("retainers.start.change") }).click();
      await dialog.getByRole("textbox", { name: t("projects.field.opening_hours") }).fill("-4");
      await save.click();
      await dialog.waitFor({ state: "hidden" });
      const { data } = await api.get<{ data: { opening_hours: string | null } }>(`/projects/${id}`);
      expect(data.opening_hours).toBe("-4.00");
      // The worker creates the ledger of a new retainer as soon as it finds it.
      const locked = async () =>
        (await api.get<{ data: Row[] }>(`/retainer-periods?project=${id}&status=locked`)).data;
      await expect.poll(async () => (await locked()).length, { timeout: 45_000 }).toBe(1);
      await open(`/projects/${id}/view?tab=hours`);
      await page.getByRole("img", { name: t("retainers.before") }).waitFor();
      await page.setViewportSize({ width: 390, height: 800 });
      await expectNothingCut(page);
      await page.setViewportSize({ width: 320, height: 800 });
      await expectNoSidewaysScroll(page);
    });
  });
}
