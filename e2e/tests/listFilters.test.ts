// Tests the filters of project and money lists: set by mouse, stored in the URL, restored after a reload.
import type { Locator, Page } from "@playwright/test";
import type { Role } from "../support/api.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

/** How to set a filter in its panel, and the resulting URL parameters. */
interface Choice {
  label: string;
  set: (panel: Locator, label: string) => Promise<unknown>;
  /** Whether its control shows the value. */
  isShown: (panel: Locator, label: string) => Promise<boolean>;
  parameters: Record<string, string>;
}

interface List {
  as: Role;
  locale?: string;
  screen: string;
  /** The API's path, with the query that the screen always sends. */
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

function checkboxFilter(id: string, label: string, ...values: string[]): Choice {
  const boxes = (panel: Locator, name: string) => panel.getByRole("group", { name, exact: true });
  const box = (panel: Locator, name: string, value: string) =>
    boxes(panel, name).locator(`input[value="${value}"]`);
  return {
    label,
    set: async (panel, name) => {
      for (const value of values) await box(panel, name, value).check();
    },
    isShown: async (panel, name) => {
      const states = values.map((value) => box(panel, name, value).isChecked());
      return (await Promise.all(states)).every(Boolean);
    },
    parameters: { [id]: values.join(",") },
  };
}

function optionFilter(id: string, label: string, value: string): Choice {
  const dateField = (panel: Locator, name: string) =>
    panel.getByRole("combobox", { name, exact: true });
  return {
    label,
    set: (panel, name) => dateField(panel, name).selectOption(value),
    isShown: async (panel, name) => (await dateField(panel, name).inputValue()) === value,
    parameters: { [id]: value },
  };
}

/** A date filter with a start; ISO works in every language. */
function dateFilter(id: string, label: string, day: string): Choice {
  const dateField = (panel: Locator, name: string) =>
    panel.getByRole("textbox", { name: new RegExp(name) }).first();
  return {
    label,
    set: async (panel, name) => {
      await dateField(panel, name).fill(day);
      await dateField(panel, name).press("Tab");
    },
    isShown: async (panel, name) => (await dateField(panel, name).inputValue()) !== "",
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
    sort: "due_on",
    name: nameOf,
    choices: [
      checkboxFilter("deadline", "projects.field.deadline", "late", "ending_soon"),
      optionFilter("over_budget", "projects.column.budget_percent", "false"),
      dateFilter("ends_from", "projects.field.end_on", "2026-01-01"),
    ],
  },
  {
    as: "admin",
    screen: "/projects/oos",
    source: "/projects?kind=oos",
    sort: "-updated_at",
    name: nameOf,
    choices: [checkboxFilter("approval", "projects.field.approval", "approved", "waiting")],
  },
  {
    as: "admin",
    screen: "/projects/retainer",
    source: "/projects?kind=retainer",
    sort: "-updated_at",
    name: nameOf,
    choices: [
      checkboxFilter("burn", "projects.filter.burn", "over", "high", "ok"),
      checkboxFilter("status", "projects.field.status", "active"),
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
      checkboxFilter("aging_bucket", "invoices.field.aging_bucket", "1_30", "over_90"),
      dateFilter("issued_from", "invoices.field.issued_on", "2025-01-01"),
      optionFilter("currency", "invoices.field.currency", "CAD"),
    ],
  },
  {
    as: "churn_manager",
    screen: "/churns",
    source: "/churn-events?",
    sort: "-effective_on",
    name: projectOf,
    choices: [
      checkboxFilter("state", "churns.field.state", "confirmed", "recorded"),
      optionFilter("initiated_by", "churns.field.initiated_by", "client"),
      dateFilter("effective_from", "churns.field.effective_on", "2025-01-01"),
    ],
  },
  {
    as: "admin",
    screen: "/oos-sales",
    source: "/oos-sales?",
    sort: "-sold_on",
    name: projectOf,
    choices: [
      checkboxFilter("status", "projects.field.status", "in_work", "paid"),
      dateFilter("sold_from", "projects.field.sold_on", "2025-01-01"),
    ],
  },
];

/** The rows of the list itself; a table of totals may be above it. */
const rows = (page: Page) => page.getByRole("table").last().locator("tbody tr");

/** The router quotes values that would parse as another type than text. */
const parameterValue = (page: Page, parameter: string) =>
  new URL(page.url()).searchParams.get(parameter)?.replaceAll('"', "");

/** The server's result for the same filters; a comma separates several values. */
async function expected({ api }: App, list: List): Promise<string[]> {
  const query = new URLSearchParams();
  for (const filter of list.choices)
    for (const [name, values] of Object.entries(filter.parameters))
      for (const value of values.split(",")) query.append(name, value);
  const path = `${list.source}&${query}&sort=${list.sort}&per_page=10`.replace("?&", "?");
  return (await api.get<{ data: Row[] }>(path)).data.map(list.name);
}

async function openFilters({ page, t }: App): Promise<Locator> {
  await page.getByRole("button", { name: t("table.filters") }).click();
  const panel = page.getByRole("dialog").last();
  await panel.getByRole("textbox").or(panel.getByRole("combobox")).first().waitFor();
  return panel;
}

async function expectRows(app: App, list: List, names: string[]): Promise<void> {
  const { page } = app;
  await waitForPage(page);
  await expect(rows(page)).toHaveCount(names.length);
  const shown = await rows(page).allInnerTexts();
  // The part of a name that is only read aloud is a line of its own.
  for (const [place, name] of names.entries())
    expect(shown[place]?.replace(/\s+/g, " ")).toContain(name);
  for (const { parameters } of list.choices)
    for (const [name, value] of Object.entries(parameters))
      expect(parameterValue(page, name)).toBe(value);
}

/** Sets the filters, reloads, and expects the same rows, texts and controls. */
async function checkFiltersInUrl(app: App, list: List): Promise<void> {
  const { page, open, t } = app;
  await open(list.screen);
  const panel = await openFilters(app);
  for (const filter of list.choices) {
    await filter.set(panel, t(filter.label));
    for (const [name, value] of Object.entries(filter.parameters))
      await expect.poll(() => parameterValue(page, name)).toBe(value);
  }
  await page.keyboard.press("Escape");
  const names = await expected(app, list);
  expect(names.length).toBeGreaterThan(0);
  await expectRows(app, list, names);
  const chips = page.getByRole("group", { name: t("table.active_filters") });
  const shownChips = await chips.innerText();

  await page.reload();
  await expectRows(app, list, names);
  expect(await chips.innerText()).toBe(shownChips);
  const again = await openFilters(app);
  for (const filter of list.choices)
    expect(await filter.isShown(again, t(filter.label)), filter.label).toBe(true);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: t("table.clear_all") }).click();
  const [, before = ""] = list.screen.split("?");
  await expect.poll(() => new URL(page.url()).search.slice(1)).toBe(before);
}

for (const list of LISTS) {
  test.describe(() => {
    test.use({ role: list.as, locale: list.locale ?? "en-US" });

    test(`the URL stores the filters of ${list.screen}`, ({ app }) => checkFiltersInUrl(app, list));
  });
}

test.describe(() => {
  test.use({ role: "financial_manager" });

  test("the URL stores the filters of a project's payments", async ({ app }) => {
    const { data } = await app.api.get<{ data: { project: { api_id: string } }[] }>(
      "/projects-payments?status=paid&sort=-due_on&per_page=1",
    );
    const id = data[0]?.project.api_id;
    await checkFiltersInUrl(app, {
      as: "financial_manager",
      screen: `/projects/${id}/view?tab=payments`,
      source: `/projects-payments?project=${id}`,
      sort: "due_on",
      name: (row) => row.label ?? "",
      choices: [
        checkboxFilter("status", "payments.field.status", "paid", "ready"),
        dateFilter("due_from", "payments.field.due_on", "2025-01-01"),
      ],
    });
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("a typed URL filters like the controls", async ({ app }) => {
    const { page, open, t } = app;
    await open("/churns?preventable=false");
    await page
      .getByRole("group", { name: t("table.active_filters") })
      .getByText(t("churns.preventable.no"))
      .waitFor();
  });
});
