// Tests creating all projects of a list in the background: the question, the progress, the result, and undoing it.
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Run {
  data: { api_id: string; status: string; done: number; total: number };
}

const LIST = "/admin/project-proposals";

const readRun = ({ api }: App) => api.get<Run>("/project-proposal-run");

async function countReady({ api }: App, search: string): Promise<number> {
  const query = `state=open&certainty=high&per_page=1&search=${encodeURIComponent(search)}`;
  return (await api.get<{ meta: { total: number } }>(`/project-proposals?${query}`)).meta.total;
}

/** A word of the first project that is ready, so that other tests keep their projects. */
async function findSearch(app: App): Promise<{ search: string; count: number }> {
  await app.api.send("POST", "/project-proposal-requests");
  await expect.poll(() => countReady(app, "")).toBeGreaterThan(0);
  const path = "/project-proposals?state=open&certainty=high&per_page=1&sort=name";
  const search = (await app.api.get<{ data: { name: string }[] }>(path)).data[0]?.name ?? "";
  return { search, count: await countReady(app, search) };
}

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("all that is ready and matches the search is created and undone", async ({ app }) => {
    const { page, open, t } = app;
    const { search, count } = await findSearch(app);
    await open(`${LIST}?q=${encodeURIComponent(search)}`);
    await waitForPage(page);
    const action = t("project_proposals.run.action_ready", { count: String(count) });
    await page.getByRole("button", { name: action, exact: true }).click();
    const question = page.getByRole("dialog");
    await question.getByText(new RegExp(`^Créer ${count} projets?\\s\\?$`)).waitFor();
    await expectAccessible(page);
    await question
      .getByRole("button", {
        name: t("project_proposals.run.confirm", { count: String(count) }),
        exact: true,
      })
      .click();
    await page.getByText(new RegExp(`^${count} projets? (a été créé|ont été créés)`)).waitFor();
    expect(await countReady(app, search)).toBe(0);
    await expect(page.getByRole("button", { name: action, exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await page
      .getByRole("button", {
        name: t("project_proposals.run.undo.create", { count: String(count) }),
        exact: true,
      })
      .click();
    await page.getByText(new RegExp(`^${count} projets? (a été retiré|ont été retirés)`)).waitFor();
    await expect.poll(() => countReady(app, search)).toBe(count);
    expect((await readRun(app)).data).toMatchObject({ status: "finished", done: count });
  });
});

test.describe(() => {
  test.use({ role: "admin", viewport: { width: 390, height: 844 } });

  test("a run shows its progress and can be stopped", async ({ app }) => {
    const { page, open, t } = app;
    let status = "running";
    const run = {
      api_id: null,
      action: "create",
      is_undo: false,
      total: 272,
      done: 25,
      refused: 1,
    };
    const refusals = [{ api_id: "x", name: "Refonte", reason: "The month is closed." }];
    const requested = { requested_by: null, requested_at: null };
    await page.route("**/api/v1/project-proposal-run", async (route) => {
      if (route.request().method() === "DELETE") {
        status = "stopped";
        await route.fulfill({ status: 204 });
        return;
      }
      const ended_at = status === "running" ? null : new Date().toISOString();
      await route.fulfill({
        json: { data: { ...run, ...requested, status, refusals, ended_at } },
      });
    });
    await open(LIST);
    await waitForPage(page);
    await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "10");
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: t("project_proposals.run.stop"), exact: true }).click();
    await page.getByText("25 projects were created. It was stopped with 246 left.").waitFor();
    await page.getByText("The month is closed.").waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
