// Tests closing the payments of the time before Régie in one step: the count, the reason, undoing and reopening.
import { thisMonth } from "../support/days.ts";
import { expectAccessible } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface History {
  data: { open: number; closed: number };
}

const readHistory = async ({ api }: App, before: string) =>
  (await api.get<History>(`/payment-history?before=${before}`)).data;

const firstOfMonth = () => `${thisMonth()}-01`;

test.use({ role: "admin", locale: "fr-CA" });

test("the history before Régie is closed and undone as a whole", async ({ app }) => {
  const { page, open, t } = app;
  const before = await readHistory(app, firstOfMonth());
  expect(before.open).toBeGreaterThan(0);
  await open("/reconciliation");
  await waitForPage(page);
  const action = page.getByRole("button", { name: t("reconciliation.history.open") });
  await action.click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByText(new RegExp(`^${before.open} versements? ser(a fermé|ont fermés)$`))
    .waitFor();
  await expectAccessible(page);

  const reason = dialog.getByLabel(t("reconciliation.history.reason"));
  const confirm = dialog.getByRole("button", {
    name: t("reconciliation.history.confirm"),
    exact: true,
  });
  await reason.fill(" ");
  await expect(confirm).toBeDisabled();
  await reason.fill("Facturé avant Régie");
  await confirm.click();
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(() => readHistory(app, firstOfMonth()))
    .toEqual({ ...before, open: 0, closed: before.closed + before.open });
  await page.getByRole("button", { name: t("common.undo"), exact: true }).click();
  await expect.poll(() => readHistory(app, firstOfMonth())).toEqual(before);
});

test("closed history is reopened from the dialog later", async ({ app }) => {
  const { page, open, t, api } = app;
  const before = await readHistory(app, firstOfMonth());
  await api.send("PUT", "/payment-history", {
    closed_before: firstOfMonth(),
    reason: "Facturé avant Régie",
  });
  await open("/reconciliation");
  await waitForPage(page);
  await page.getByRole("button", { name: t("reconciliation.history.open") }).click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", {
    name: t("reconciliation.history.confirm"),
    exact: true,
  });
  await expect(confirm).toBeDisabled();
  const closed = before.closed + before.open;
  await dialog
    .getByRole("button", { name: new RegExp(`^Rouvrir ${closed} versements? fermés?$`) })
    .click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => readHistory(app, firstOfMonth())).toEqual(before);
});
