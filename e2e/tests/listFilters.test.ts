// The filters of the lists of work and its money: set by mouse, shown in the address, found again after a reload.
import type { Locator, Page } from "@playwright/test";
import type { Role } from "../support/api.ts";
import { pageReady } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

/** How a filter is set in its panel, and what the address then says. */
interface Choice {
  label: string;
  set: (panel: Locator, label: string) => Promise<unknown>;
  /** Whether its control shows what was set. */
  shows: (panel: Locator, label: string) => Promise<boolean>;
  parameters: Record<string, string>;
}

interface List {
  as: Role;
  locale?: string;
  screen: string;
  /** Where the server answers it, with what the screen always asks. */
  source: string;
  sort: string;
  name: (row: Row) => string;
  choices: Choice[];
}

interface Row {
  name?: string;
  number?: string | null;
  label?: string;
  project?: { name: string };
}

function ticked(id: string, label: string, ...values: string[]): Choice {
  const boxes = (panel: Locator, name: string) => panel.getByRole("group", { name, exact: true });
  const box = (panel: Locator, name: string, value: string) =>
    boxes(panel, name).locator(`input[value="${value}"]`);
  return {
    label,
    set: async (panel, name) => {
      for (const value of values) await box(panel, name, value).check();
    },
    shows: async (panel, name) => {
      const states = values.map((value) => box(panel, name, value).isChecked());
      return (await Promise.all(states)).every(Boolean);
    },
    parameters: { [id]: values.join(",") },
  };
}

function chosen(id: string, label: string, value: string): Choice {
  const field = (panel: Locator, name: string) =>
    panel.getByRole("combobox", { name, exact: true });
  return {
    label,
    set: (panel, name) => field(panel, name).selectOption(value),
    shows: async (panel, name) => (await field(panel, name).inputValue()) === value,
    parameters: { [id]: value },
  };
}

/** From a day on; typed as the fields of every language take it. */
function since(id: string, label: string, day: string): Choice {
  const field = (panel: Locator, name: string) =>
    panel.getByRole("textbox", { name: new RegExp(name) }).first();
  return {
    label,
    set: async (panel, name) => {
      await field(panel, name).fill(day);
      await field(panel, name).press("Tab");
    },
    shows: async (panel, name) => (await field(panel, name).inputValue()) !== "",
    parameters: { [id]: day },
  };
}

const nameOf = (row: Row) => row.name ?? "";
const projectOf = (row: Row) => row.project?.name ?? "";

const LISTS: List[] = [
  {
    as: "account_manager",
    screen: "/projects/fixed",
    source: "/projects?kind=fixed",
    sort: "-updated_at",
    name: nameOf,
    choices: [
      chosen("over_budget", "projects.column.budget_percent", "false"),
      since("ends_from", "projects.field.end_on", "2026-01-01"),
    ],
  },
  {
    as: "admin",
    screen: "/projects/oos",
    source: "/projects?kind=oos",
    sort: "-updated_at",
    name: nameOf,
    choices: [ticked("approval", "projects.field.approval", "approved", "waiting")],
  },
  {
    as: "admin",
    screen: "/projects/retainer",
    source: "/projects?kind=retainer",
    sort: "-updated_at",
    name: nameOf,
    choices: [
      ticked("burn", "projects.filter.burn", "over", "high"),
      ticked("status", "projects.field.status", "active"),
    ],
  },
  {
    as: "financial_manager",
    locale: "fr-CA",
    screen: "/invoices",
    source: "/invoices?",
    sort: "-issued_on",
    name: (row) => row.number ?? "",
    choices: [
      ticked("aging_bucket", "invoices.field.aging_bucket", "1_30", "over_90"),
      since("issued_from", "invoices.field.issued_on", "2025-01-01"),
      chosen("currency", "invoices.field.currency", "CAD"),
    ],
  },
  {
    as: "churn_manager",
    screen: "/churns",
    source: "/churn-events?",
    sort: "-effective_on",
    name: projectOf,
    choices: [
      ticked("state", "churns.field.state", "confirmed", "recorded"),
      chosen("initiated_by", "churns.field.initiated_by", "client"),
      since("effective_from", "churns.field.effective_on", "2025-01-01"),
    ],
  },
  {
    as: "admin",
    screen: "/oos-sales",
    source: "/oos-sales?",
    sort: "-sold_on",
    name: projectOf,
    choices: [
      ticked("status", "projects.field.status", "in_work", "paid"),
      since("sold_from", "projects.field.sold_on", "2025-01-01"),
    ],
  },
];

/** Of the list itself: what it adds up to may stand above it. */
const rows = (page: Page) => page.getByRole("table").last().locator("tbody tr");

/** A value that would read as something else than text stands between quotes. */
const said = (page: Page, parameter: string) =>
  new URL(page.url()).searchParams.get(parameter)?.replaceAll('"', "");

/** What the server says of the same filters; a value with a comma is several. */
async function expected({ api }: App, list: List): Promise<string[]> {
  const query = new URLSearchParams();
  for (const choice of list.choices)
    for (const [name, values] of Object.entries(choice.parameters))
      for (const value of values.split(",")) query.append(name, value);
  const path = `${list.source}&${query}&sort=${list.sort}&per_page=10`.replace("?&", "?");
  return (await api.get<{ data: Row[] }>(path)).data.map(list.name);
}

async function openFilters({ page, words }: App): Promise<Locator> {
  await page.getByRole("button", { name: words("table.filters") }).click();
  const panel = page.getByRole("dialog").last();
  await panel.getByRole("textbox").or(panel.getByRole("combobox")).first().waitFor();
  return panel;
}

async function showsThose(app: App, list: List, names: string[]): Promise<void> {
  const { page } = app;
  await pageReady(page);
  await expect(rows(page)).toHaveCount(names.length);
  const shown = await rows(page).allInnerTexts();
  for (const [place, name] of names.entries()) expect(shown[place]).toContain(name);
  for (const { parameters } of list.choices)
    for (const [name, value] of Object.entries(parameters)) expect(said(page, name)).toBe(value);
}

/** Sets them, reloads, and finds the same rows, the same words and the same controls. */
async function stayInTheAddress(app: App, list: List): Promise<void> {
  const { page, open, words } = app;
  await open(list.screen);
  const panel = await openFilters(app);
  for (const choice of list.choices) {
    await choice.set(panel, words(choice.label));
    for (const [name, value] of Object.entries(choice.parameters))
      await expect.poll(() => said(page, name)).toBe(value);
  }
  await page.keyboard.press("Escape");
  const names = await expected(app, list);
  expect(names.length).toBeGreaterThan(0);
  await showsThose(app, list, names);
  const chips = page.getByRole("group", { name: words("table.active_filters") });
  const shownChips = await chips.innerText();

  await page.reload();
  await showsThose(app, list, names);
  expect(await chips.innerText()).toBe(shownChips);
  const again = await openFilters(app);
  for (const choice of list.choices)
    expect(await choice.shows(again, words(choice.label)), choice.label).toBe(true);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: words("table.clear_all") }).click();
  const [, before = ""] = list.screen.split("?");
  await expect.poll(() => new URL(page.url()).search.slice(1)).toBe(before);
}

for (const list of LISTS) {
  test.describe(() => {
    test.use({ role: list.as, locale: list.locale ?? "en-US" });

    test(`filters of ${list.screen} stay in the address`, ({ app }) => stayInTheAddress(app, list));
  });
}

test.describe(() => {
  test.use({ role: "financial_manager" });

  test("filters of a project's payments stay in the address", async ({ app }) => {
    const { data } = await app.api.get<{ data: { project: { api_id: string } }[] }>(
      "/projects-payments?status=paid&sort=-due_on&per_page=1",
    );
    const id = data[0]?.project.api_id;
    await stayInTheAddress(app, {
      as: "financial_manager",
      screen: `/projects/${id}/view?tab=payments`,
      source: `/projects-payments?project=${id}`,
      sort: "due_on",
      name: (row) => row.label ?? "",
      choices: [
        ticked("status", "payments.field.status", "paid", "ready"),
        since("due_from", "payments.field.due_on", "2025-01-01"),
      ],
    });
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("an address typed by hand filters as one that was clicked together", async ({ app }) => {
    const { page, open, words } = app;
    await open("/churns?preventable=false");
    await page
      .getByRole("group", { name: words("table.active_filters") })
      .getByText(words("churns.preventable.no"))
      .waitFor();
  });
});
