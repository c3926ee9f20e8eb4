// Tests the hours of records: groups, their entries, the period, and the link from a retainer's bar; and one's own week.
import { thisMonth } from "../support/days.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Burn {
  api_id: string;
  used_hours: string;
  period: { starts_on: string; ends_on: string };
}

interface Group {
  record: { name: string } | null;
  entries: number;
}

interface Day {
  starts_on: string | null;
}

interface MissingTime {
  weeks: { starts_on: string; ends_on: string; people: { employee: { name: string } }[] }[];
}

interface MyWeek {
  week: { starts_on: string; hours: string };
  projects: { project: { name: string } | null; entries: unknown[] }[];
}

/** A retainer with hours: those of its current month, or of the last one in the first days of a month. */
const largestBurn = async ({ api }: App): Promise<Burn & { isCurrent: boolean }> => {
  const { data } = await api.get<{ data: Burn[] }>("/retainer-burns?sort=-burn_percent");
  const burn = data.find(({ used_hours }) => Number(used_hours) > 0);
  if (burn) return { ...burn, isCurrent: true };
  for (const { api_id } of data) {
    const periods = `/retainer-periods?project=${api_id}&sort=-starts_on&per_page=10`;
    const months = (await api.get<{ data: (Burn & Burn["period"])[] }>(periods)).data;
    const used = months.find(({ used_hours }) => Number(used_hours) > 0);
    if (!used) continue;
    const { starts_on, ends_on, used_hours } = used;
    return { api_id, used_hours, period: { starts_on, ends_on }, isCurrent: false };
  }
  throw new Error("No retainer has hours");
};

const daysOf = ({ period }: Burn) => `worked_from=${period.starts_on}&worked_to=${period.ends_on}`;

/** The groups of the month of a retainer, most hours first. */
const groupsOf = async ({ api }: App, burn: Burn, by: string): Promise<Group[]> => {
  const days = `worked_from=${burn.period.starts_on}&worked_to=${burn.period.ends_on}`;
  const path = `/time-entry-groups?project=${burn.api_id}&by=${by}&${days}`;
  return (await api.get<{ data: Group[] }>(path)).data;
};

/** As `November 2026`. */
const monthOf = (day: string): string =>
  new Date(day).toLocaleDateString("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

test.describe(() => {
  test.use({ role: "financial_manager" });

  test("the bar of a retainer opens its hours by person, and a person their entries", async ({
    app,
  }) => {
    const { page, open, t } = app;
    const burn = await largestBurn(app);
    await open(`/projects/${burn.api_id}/view`);
    await page.getByRole("link", { name: t("retainers.headline.why") }).click();
    await expect(page).toHaveURL(/tab=time/);
    if (!burn.isCurrent) {
      const { search } = new URL(page.url());
      const earlier = new URLSearchParams(search);
      earlier.set("worked_from", burn.period.starts_on);
      earlier.set("worked_to", burn.period.ends_on);
      await open(`/projects/${burn.api_id}/view?${earlier}`);
    }
    const isBillable = new URL(page.url()).searchParams.has("billable");
    const [largest] = await groupsOf(app, burn, `employee${isBillable ? "&billable=true" : ""}`);
    if (!largest?.record) throw new Error("The largest group has no person");
    await page.getByRole("tab", { name: t("projects.tab.hours"), selected: true }).waitFor();
    const answer = page.getByRole("region", { name: t("projects.tab.hours"), exact: true });
    await expect(answer.getByRole("strong").first()).toHaveText(
      `${Number(burn.used_hours)}\u00a0h`,
    );
    const person = page.getByRole("rowheader").getByRole("link", { name: largest.record.name });
    await person.click();
    await expect(person).toHaveAttribute("aria-expanded", "true");
    const entries = page.getByRole("table", { name: t("time_entries.title") });
    await expect(entries.getByRole("row")).toHaveCount(largest.entries + 1);
    await expectAccessible(page);
    await expectNothingCut(page);
    await page.reload();
    await expect(entries.getByRole("row")).toHaveCount(largest.entries + 1);
  });

  test("hours are grouped by week, and the month before is one click away", async ({ app }) => {
    const { page, open, t } = app;
    const burn = await largestBurn(app);
    await open(`/projects/${burn.api_id}/view?tab=time&${daysOf(burn)}`);
    const groupings = page.getByRole("navigation", { name: t("time_entries.field.by") });
    await groupings.getByRole("link", { name: t("time_entries.by.week") }).click();
    const weeks = await groupsOf(app, burn, "week");
    const list = page.getByRole("table", { name: t("time_entries.by.week") });
    await expect(list.getByRole("row")).toHaveCount(weeks.length + 1);
    await page.getByRole("button", { name: t("record_hours.month_before") }).click();
    await expect(page).toHaveURL(
      new RegExp(`worked_from=(?!${burn.period.starts_on})\\d{4}-\\d{2}-01`),
    );
    await expect(page).toHaveURL(/by=week/);
    await page.getByRole("button", { name: t("record_hours.month_after") }).waitFor();
  });

  test("the bar of a day filters to it, and leads back to its month", async ({ app }) => {
    const { page, open, t, api } = app;
    const burn = await largestBurn(app);
    const { starts_on: first, ends_on: last } = burn.period;
    const month = `worked_from=${first}&worked_to=${last}`;
    const { data } = await api.get<{ data: Day[] }>(
      `/time-entry-groups?project=${burn.api_id}&by=day&per_page=100&${month}`,
    );
    const day = data[0]?.starts_on;
    if (!day) throw new Error("The retainer has no entry with a day");
    await open(`/projects/${burn.api_id}/view?tab=time&${month}`);
    const title = t("record_hours.chart.title.day");
    const bars = page.getByRole("slider", { name: t("charts.points", { title }) });
    await bars.press("Home");
    for (let passed = 1; passed < Number(day.slice(8)); passed += 1) await bars.press("ArrowRight");
    await bars.press("Enter");
    await expect(page).toHaveURL(new RegExp(`worked_from=${day}.*worked_to=${day}`));
    await expectAccessible(page);
    await page.setViewportSize({ width: 375, height: 740 });
    await waitForPage(page);
    await expectNoSidewaysScroll(page);
    await page
      .getByRole("link", { name: t("record_hours.chart.all_of_month", { month: monthOf(day) }) })
      .click();
    await expect(page).toHaveURL(new RegExp(`worked_from=${first}.*worked_to=${last}`));
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("a month names who misses time by week, and leads to the hours of a person", async ({
    app,
  }) => {
    const { page, open, t, api } = app;
    const before = new Date(`${thisMonth()}-01`);
    before.setUTCDate(0);
    const month = before.toISOString().slice(0, 7);
    const { data } = await api.get<{ data: MissingTime }>(`/missing-time?on=${month}-01`);
    const week = data.weeks.at(-1);
    const person = week?.people[0]?.employee;
    if (!week || !person) throw new Error("No time is missing in the last month");
    await open(`/months/${month}`);
    const weeks = page.getByRole("region", { name: t("months.missing_time.title"), exact: true });
    await expect(weeks.getByRole("link")).toHaveCount(data.weeks.length);
    await weeks.getByRole("link").last().click();
    await expect(page).toHaveURL(new RegExp(`on=${week.starts_on}`));
    await expect(weeks.getByRole("table").getByRole("row")).toHaveCount(week.people.length + 1);
    await expectAccessible(page);
    await page.setViewportSize({ width: 375, height: 740 });
    await waitForPage(page);
    await expectNoSidewaysScroll(page);
    await weeks.getByRole("link", { name: person.name, exact: true }).click();
    await expect(page).toHaveURL(
      new RegExp(`tab=time.*worked_from=${week.starts_on}.*worked_to=${week.ends_on}`),
    );
  });

  test("the results of people count those who miss time", async ({ app }) => {
    const { page, open, t, api } = app;
    const { data } = await api.get<{ data: { missing_time: number } }>("/people-figures/totals");
    await open("/people-figures");
    const link = page.getByRole("link", { name: /^\d+ (people|person)$/ });
    if (data.missing_time === 0) {
      await page.getByRole("heading", { level: 1, name: t("shell.nav.people_figures") }).waitFor();
      await expect(link).toHaveCount(0);
      return;
    }
    await link.filter({ hasText: new RegExp(`^${data.missing_time} `) }).click();
    await expect(page).toHaveURL(/missing_time=/);
    await page.getByRole("heading", { level: 1, name: t("shell.nav.people_figures") }).waitFor();
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("an employee opens their week from home, its entries, and the week before", async ({
    app,
  }) => {
    const { page, open, t, api } = app;
    await open("/");
    await page.getByRole("link", { name: t("home.week.open") }).click();
    await page.getByRole("heading", { level: 1, name: t("my_week.title") }).waitFor();
    await page.getByRole("button", { name: t("my_week.before") }).click();
    await expect(page).toHaveURL(/on=\d{4}-\d{2}-\d{2}$/);
    const day = new URL(page.url()).searchParams.get("on");
    const { data } = await api.get<{ data: MyWeek }>(`/my-week?on=${day}`);
    const [largest] = data.projects;
    if (!largest?.project) throw new Error("The employee logged no time on a project");
    await expect(
      page.getByText(`${Number(data.week.hours)}\u00a0h`, { exact: true }),
    ).toBeVisible();
    await page.getByRole("link", { name: largest.project.name, exact: true }).click();
    const entries = page.getByRole("table", { name: t("time_entries.title") });
    await expect(entries.getByRole("row")).toHaveCount(largest.entries.length + 1);
    await expectAccessible(page);
    await page.setViewportSize({ width: 375, height: 740 });
    await waitForPage(page);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
