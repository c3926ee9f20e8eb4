// Tests reconciliation: proposals accepted in bulk and undone, and a payment that two invoices bill in parts.
import type { Api } from "../support/api.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { expect, test } from "../support/test.ts";

interface Proposal {
  api_id: string;
  payment: { api_id: string };
  project: { api_id: string };
  invoice: { api_id: string; name: string };
  certainty: string;
}
interface Page {
  data: Proposal[];
  meta: { total: number };
}
interface Payment {
  data: { status: string; invoiced_amount: { amount: string } };
}

/** A proposal for a payment that had no invoice yet. */
async function readyProposal(api: Api): Promise<Proposal> {
  const { data } = await api.get<Page>("/reconciliation-proposals?certainty=medium&per_page=50");
  for (const proposal of data) {
    const path = `/projects-payments/${proposal.payment.api_id}`;
    if ((await api.get<Payment>(path)).data.status === "ready") return proposal;
  }
  throw new Error("The demo has likely proposals for payments without an invoice");
}

const PROPOSALS = "/reconciliation-proposals?certainty=high";

test.describe(() => {
  test.use({ role: "financial_manager", locale: "fr-CA" });

  test("certain proposals are accepted at once and undone", async ({ app }) => {
    const { page, open, t, api } = app;
    const before = await api.get<Page>(PROPOSALS);
    await open("/reconciliation?certainty=high");
    await waitForPage(page);
    await expectAccessible(page);
    const rows = page.getByRole("row");
    await expect(rows).toHaveCount(Math.min(10, before.meta.total) + 1);
    await rows.nth(1).getByRole("checkbox").click();
    await rows.nth(2).getByRole("checkbox").click();
    await page
      .getByRole("button", { name: t("reconciliation.accept.action"), exact: true })
      .click();
    const undo = page.getByRole("button", { name: t("common.undo") });
    await undo.waitFor();
    const total = async () => (await api.get<Page>(PROPOSALS)).meta.total;
    await expect.poll(total).toBe(before.meta.total - 2);
    await undo.click();
    await expect.poll(total).toBe(before.meta.total);
  });
});

for (const locale of ["en-US", "fr-CA"] as const) {
  test.describe(() => {
    test.use({ role: "financial_manager", locale });

    test(`unreconciled money in both directions opens its list with its total (${locale})`, async ({
      app,
    }) => {
      const { page, open, t } = app;
      for (const [name, path, shown] of [
        ["invoices", "/invoices", t("invoices.field.unreconciled")],
        ["payments", "/billing", ""],
      ] as const) {
        await open("/reconciliation");
        await waitForPage(page);
        const [, words = ""] = t(`reconciliation.state.${name}`).split("</a>");
        const sentence = page.locator("main div:has(> a)", { hasText: words.trim() }).last();
        const link = sentence.getByRole("link").first();
        const amount = (await link.textContent()) ?? "";
        await link.click();
        await expect.poll(() => new URL(page.url()).pathname.endsWith(path)).toBe(true);
        expect(new URL(page.url()).searchParams.get("currency")).toMatch(/^[A-Z]{3}$/);
        const total = page.locator("p[aria-live=polite]", { hasText: amount });
        await expect(total).toContainText(shown);
        await page.reload();
        await expect(total).toContainText(shown);
        await waitForPage(page);
        await expectAccessible(page);
      }
    });

    test(`what is to invoice says what it may be too high by (${locale})`, async ({ app }) => {
      const { page, open } = app;
      await open("/billing");
      const link = page.getByRole("link", {
        name: /[0-9].*(invoices bill no|factures ne facturent)/,
      });
      await link.click();
      await expect.poll(() => page.url()).toContain("/invoices?reconciliation=none");
      await expect(page.getByRole("row").nth(1)).toBeVisible();
    });
  });
}

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", viewport: { width: 390, height: 844 } });

  test("a part of a payment is reconciled and taken off again on a phone", async ({ app }) => {
    const { page, open, t, api } = app;
    const { project, payment, invoice } = await readyProposal(api);
    const read = async () => (await api.get<Payment>(`/projects-payments/${payment.api_id}`)).data;
    await open(`/projects/${project.api_id}/view?tab=payments&open=${payment.api_id}`);
    const dialog = page.getByRole("dialog");
    const choice = dialog.getByRole("region", {
      name: t("payments.link.invoice", { number: invoice.name }),
    });
    const words = choice.getByText(t("payments.link.confirm"), { exact: true });
    const cut = await words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(cut).toBe(0);
    await choice.getByLabel(t("payments.link.amount")).fill("100");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await choice.getByRole("button").click();
    const remove = dialog.getByRole("button", {
      name: t("payments.parts.remove_named", { number: invoice.name }),
    });
    await remove.waitFor();
    expect(await read()).toMatchObject({
      status: "partially_invoiced",
      invoiced_amount: { amount: "100.00" },
    });
    await remove.click();
    await remove.waitFor({ state: "detached" });
    await expect.poll(async () => (await read()).status).toBe("ready");
  });
});
