// Tests projects to create: a person corrects one, creates it and undoes that; several at once; and the rules.
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Proposal {
  api_id: string;
  name: string;
  state: string;
  kind: string | null;
  project: { api_id: string } | null;
}

interface Rules {
  rules: { name: string; open_count: number; retainer_count: number }[];
}

const LIST = "/admin/project-proposals";

async function readProposals({ api }: App, query: string): Promise<Proposal[]> {
  return (await api.get<{ data: Proposal[] }>(`/project-proposals?per_page=100&${query}`)).data;
}

const stateOf = async ({ api }: App, id: string) =>
  (await api.get<{ data: Proposal }>(`/project-proposals/${id}`)).data.state;

const readLastRun = async ({ api }: App) =>
  (await api.get<{ data: { proposed_at: string | null } }>("/project-proposal-counts")).data
    .proposed_at;

/** The demo has some. The worker looks again first: what other tests changed would replace them meanwhile. */
async function waitForProposals(app: App, query: string): Promise<Proposal[]> {
  const before = await readLastRun(app);
  await app.api.send("POST", "/project-proposal-requests");
  await expect.poll(() => readLastRun(app)).not.toBe(before);
  await expect.poll(async () => (await readProposals(app, query)).length).toBeGreaterThan(1);
  return readProposals(app, query);
}

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("a project is corrected, created from its evidence, and undone", async ({ app }) => {
    const { page, open, t } = app;
    const [proposal] = await waitForProposals(app, "state=open&certainty=high");
    if (!proposal) throw new Error("The demo has projects that are ready");
    await open(`${LIST}?state=open&certainty=high`);
    await page.getByRole("link", { name: proposal.name, exact: true }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("heading", { name: t("project_proposals.field.evidence") }).waitFor();
    await expectAccessible(page);
    await drawer.getByRole("button", { name: t("project_proposals.edit.action") }).click();
    const form = page.getByRole("dialog").last();
    await form.getByLabel(t("projects.field.name")).fill("Vérifié par une personne");
    await form.getByRole("button", { name: t("form.save"), exact: true }).click();
    await expect(form.getByLabel(t("projects.field.name"))).toHaveCount(0);
    await drawer
      .getByRole("button", { name: t("project_proposals.accept.action"), exact: true })
      .click();
    await expect.poll(() => stateOf(app, proposal.api_id)).toBe("accepted");
    await drawer.getByRole("link", { name: "Vérifié par une personne" }).waitFor();
    await drawer.getByRole("button", { name: t("project_proposals.undo.action") }).click();
    await expect.poll(() => stateOf(app, proposal.api_id)).toBe("open");
  });

  test("several projects are created at once and undone as a whole", async ({ app }) => {
    const { page, open, t } = app;
    const proposals = await waitForProposals(app, "state=open&certainty=high");
    await open(`${LIST}?state=open&certainty=high`);
    await waitForPage(page);
    const chosen = proposals.slice(0, 2).map(({ api_id }) => api_id);
    for (const id of chosen)
      await page
        .getByRole("row")
        .filter({ has: page.locator(`a[href*="${id}"]`) })
        .getByRole("checkbox")
        .check();
    await page
      .getByRole("button", { name: t("project_proposals.accept.action"), exact: true })
      .click();
    const states = () => Promise.all(chosen.map((id) => stateOf(app, id)));
    await expect.poll(states).toEqual(["accepted", "accepted"]);
    await page.getByRole("button", { name: t("common.undo"), exact: true }).click();
    await expect.poll(states).toEqual(["open", "open"]);
  });
});

test.describe(() => {
  test.use({ role: "admin", viewport: { width: 390, height: 844 } });

  test("projects without a kind lead to the rules, which say what each is about", async ({
    app,
  }) => {
    const { page, open, t } = app;
    // The demo's categories all name a kind.
    await page.route("**/api/v1/project-proposal-counts", async (route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      await route.fulfill({ response, json: { data: { ...data, without_kind: 3 } } });
    });
    await open(LIST);
    await expect(page.getByText("3 projects have no kind.")).toBeVisible();
    await page.getByRole("link", { name: t("project_proposals.rules.choose") }).click();
    const drawer = page.getByRole("dialog");
    const { rules } = (await app.api.get<{ data: Rules }>("/project-kind-rules")).data;
    const rule = rules.find(({ open_count }) => open_count > 1);
    if (!rule) throw new Error("The demo has a category with several projects to create");
    await expect(drawer.getByLabel(rule.name)).toHaveAccessibleDescription(
      new RegExp(`^${rule.open_count} projects to create`),
    );
    await expectAccessible(page);
  });

  test("projects to create and their rules on a phone", async ({ app }) => {
    const { page, open, t } = app;
    await waitForProposals(app, "state=open");
    await open(LIST);
    await waitForPage(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("link", { name: t("project_proposals.rules.open") }).click();
    await page.getByRole("dialog").getByRole("combobox", { name: "Hors mandat" }).first().waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ role: "account_manager", expectedProblems: /403/ });

  test("an account manager does not see projects to create", async ({ app }) => {
    const { page, open } = app;
    await open(LIST);
    await expect(page.getByRole("table")).toHaveCount(0);
  });
});
