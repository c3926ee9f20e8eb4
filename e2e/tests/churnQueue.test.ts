// Tests churn to confirm: the home page leads to the queue, where churn is confirmed, corrected and rejected.
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Row {
  api_id: string;
  name: string;
  state: string;
  reason: string;
}

const TERMS = {
  kind: "retainer",
  start_on: "2026-01-01",
  currency: "CAD",
  monthly_fee: "4250.00",
  status: "active",
};
const LOSS = {
  effective_on: "2026-11-10",
  reason: "price",
  preventable: true,
  initiated_by: "client",
  note: "Budget réduit de moitié.",
};

/** Churn of a new retainer; its name is returned. */
async function recordChurn({ api }: App, name: string): Promise<string> {
  const { data: managers } = await api.get<{ data: Row[] }>("/account-managers");
  const { data: clients } = await api.get<{ data: Row[] }>("/clients?status=active");
  const manager = managers.find((one) => one.name === "Maëlle Tremblay");
  const parties = { client: clients[0]?.api_id, account_manager: manager?.api_id };
  const body = { ...TERMS, ...parties, name };
  const { data: project } = await api.send<{ data: Row }>("POST", "/projects", body);
  await api.send("POST", "/churned-projects", { ...LOSS, project: project.api_id });
  return project.api_id;
}

async function findChurn({ api }: App, project: string): Promise<Row | undefined> {
  return (await api.get<{ data: Row[] }>(`/churn-events?project=${project}`)).data[0];
}

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("churn to confirm is decided from the home page", async ({ app }) => {
    const { page, open, t } = app;
    const names = ["à corriger", "à refuser"].map((what) => `Forfait ${what} ${Date.now()}`);
    const [corrected = "", rejected = ""] = await Promise.all(
      names.map((name) => recordChurn(app, name)),
    );
    await open("/?tab=churn");
    const group = page.getByRole("region", { name: t("home.triage.title") });
    await group.getByText(/\$/).first().waitFor();
    await expectAccessible(page);
    await group.getByRole("listitem").first().getByRole("link").first().click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: t("churns.tab.queue"), selected: true }).waitFor();
    await waitForPage(page);
    await expectAccessible(page);

    await open(`/churns?tab=queue&q=${encodeURIComponent(names[0] ?? "")}`);
    await page.getByRole("link", { name: names[0] ?? "" }).click();
    await page
      .getByRole("button", { name: t("ui.more_actions", { name: names[0] ?? "" }) })
      .click();
    await page.getByRole("menuitem", { name: t("churns.correct_and_confirm.open") }).click();
    const form = page.getByRole("dialog", {
      name: t("churns.correct_and_confirm.title", { name: names[0] ?? "" }),
    });
    await form.getByLabel(t("churns.field.reason")).selectOption("results");
    await expectAccessible(page);
    await form
      .getByRole("button", { name: t("churns.correct_and_confirm.action"), exact: true })
      .click();
    await form.waitFor({ state: "hidden" });
    const confirmed = await findChurn(app, corrected);
    expect([confirmed?.state, confirmed?.reason]).toEqual(["confirmed", "results"]);

    await open(`/churns?tab=queue&q=${encodeURIComponent(names[1] ?? "")}`);
    await page
      .getByRole("row", { name: names[1] ?? "" })
      .getByRole("checkbox")
      .check();
    await page.getByRole("button", { name: t("churns.reject.action") }).click();
    const rejection = page.getByRole("dialog");
    await rejection.getByLabel(t("churns.field.rejection_reason")).fill("Le client reste.");
    await rejection.getByRole("button").last().click();
    await expect.poll(async () => (await findChurn(app, rejected))?.state).toBe("voided");
    await page.getByRole("link", { name: names[1] ?? "" }).waitFor({ state: "detached" });
  });
});

test.describe(() => {
  test.use({ role: "churn_manager", viewport: { width: 320, height: 700 } });

  test("churn to confirm on a phone", async ({ page, open }) => {
    await open("/churns?tab=queue");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
