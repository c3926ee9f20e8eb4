// Tests editing projects to create in their table: typed, filled down, pasted, and with the keyboard alone.
import type { Locator } from "@playwright/test";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Proposal {
  api_id: string;
  name: string;
  amount: { amount: string } | null;
}

const LIST = "/admin/project-proposals";
const QUERY = "state=open&kind=fixed&sort=name";

const readRows = async ({ api }: App) =>
  (await api.get<{ data: Proposal[] }>(`/project-proposals?per_page=10&${QUERY}`)).data;

const amounts = async (app: App, rows: readonly Proposal[]) => {
  const found = await readRows(app);
  return rows.map(({ api_id }) => found.find((one) => one.api_id === api_id)?.amount?.amount);
};

const readLastRun = async ({ api }: App) =>
  (await api.get<{ data: { proposed_at: string | null } }>("/project-proposal-counts")).data
    .proposed_at;

/** Three projects of the list; what a test changes is restored at its end. The worker looks through the records first. */
async function openRows(app: App): Promise<{ rows: Proposal[]; cells: Locator[] }> {
  const before = await readLastRun(app);
  await app.api.send("POST", "/project-proposal-requests");
  await expect.poll(() => readLastRun(app)).not.toBe(before);
  await expect.poll(async () => (await readRows(app)).length).toBeGreaterThan(3);
  const rows = (await readRows(app)).slice(0, 3);
  await app.open(`${LIST}?${QUERY}`);
  await waitForPage(app.page);
  const label = app.t("project_proposals.field.amount");
  const cells = rows.map(({ name }) => app.page.getByLabel(`${label}, ${name}`, { exact: true }));
  return { rows, cells };
}

async function restore({ api }: App, rows: readonly Proposal[]): Promise<void> {
  for (const { api_id, amount } of rows)
    await api.send("PATCH", `/project-proposals/${api_id}`, { amount: amount?.amount ?? null });
}

async function paste(cell: Locator, text: string): Promise<void> {
  await cell.focus();
  await cell.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

const restOf = (rows: readonly Proposal[]) => rows.slice(1).map(({ amount }) => amount?.amount);

test.use({ role: "admin", locale: "fr-CA" });

test("a cell is edited in place with the keyboard", async ({ app }) => {
  const { page } = app;
  const { rows, cells } = await openRows(app);
  const [first, second, third] = cells as [Locator, Locator, Locator];
  try {
    await first.fill("1 234,50");
    await page.keyboard.press("Enter");
    await expect(second).toBeFocused();
    await expect.poll(() => amounts(app, rows)).toEqual(["1234.50", ...restOf(rows)]);
    await page.keyboard.press("Control+d");
    await expect.poll(async () => (await amounts(app, rows))[1]).toBe("1234.50");
    await page.keyboard.press("ArrowDown");
    await expect(third).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(second).toBeFocused();
    await second.fill("9");
    await page.keyboard.press("Escape");
    await expect(second).toHaveValue(/^1\s234,50$/);
    await second.fill("douze");
    await expect(second).toHaveAttribute("aria-invalid", "true");
    await page.keyboard.press("Escape");
    expect((await amounts(app, rows))[1]).toBe("1234.50");
  } finally {
    await restore(app, rows);
  }
});

test("what was typed is filled down, and undone as a whole", async ({ app }) => {
  const { page, t } = app;
  const { rows, cells } = await openRows(app);
  const all = await readRows(app);
  const before = await amounts(app, all);
  try {
    await cells[0]?.fill("777");
    const label = `${t("project_proposals.field.amount")}, ${rows[0]?.name}`;
    await page
      .getByRole("button", { name: `${t("project_proposals.grid.fill_down")} – ${label}` })
      .click();
    await expect.poll(() => amounts(app, all)).toEqual(all.map(() => "777.00"));
    await page.getByRole("button", { name: t("common.undo"), exact: true }).click();
    // The first one was typed, not filled.
    await expect.poll(() => amounts(app, all)).toEqual(["777.00", ...before.slice(1)]);
  } finally {
    await restore(app, all);
  }
});

test("a pasted column goes down, and nothing of it is stored where a line cannot be read", async ({
  app,
}) => {
  const { page, t } = app;
  const { rows, cells } = await openRows(app);
  const [first] = cells as [Locator];
  const before = await amounts(app, rows);
  try {
    await paste(first, "100,00\npas un montant\n300,00");
    await page
      .getByText(t("project_proposals.grid.unreadable", { text: "pas un montant" }))
      .waitFor();
    expect(await amounts(app, rows)).toEqual(before);
    await paste(first, "100,00\tx\n200,00\ty\n300,00\tz");
    await expect.poll(() => amounts(app, rows)).toEqual(["100.00", "200.00", "300.00"]);
  } finally {
    await restore(app, rows);
  }
});
