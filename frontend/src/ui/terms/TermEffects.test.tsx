// What a term would change, in words: who, which figures, which months, in both languages; and that nothing does.

import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { DatedTermPreview } from "../../api/types";
import { activateLocale, loadMessages } from "../../i18n/translate";
import { TermEffects } from "./TermEffects";

type Change = DatedTermPreview["figures"][number];
const cad = (amount: string) => ({ value: null, money: [{ amount, currency: "CAD" }] });
const nothing = { value: null, money: [] };
const months = ["2026-09-01", "2026-10-01"];
const ada = { api_id: "e1", name: "Ada" };
const bo = { api_id: "e2", name: "Bo" };

const change = (fields: Partial<Change>): Change => ({
  holder: "employee",
  record: ada,
  figure: "utilisation",
  unit: "percent",
  month: "2026-09-01",
  to: "2026-09-30",
  before: { value: "50.0", money: null },
  after: { value: "62.5", money: null },
  ...fields,
});
const preview = (fields: Partial<DatedTermPreview>): DatedTermPreview => ({
  effective_from: "2026-09-15",
  shown_from: "2026-09-01",
  figures: [],
  has_hidden: false,
  ...fields,
});
/** An account of 310 a month that Ada had and Bo receives. */
const moved = months.flatMap((month) => [
  change({ month, figure: "retained_mrr", unit: "money", before: cad("310.00"), after: nothing }),
  change({
    month,
    record: bo,
    figure: "retained_mrr",
    unit: "money",
    before: nothing,
    after: cad("310.00"),
  }),
]);

async function show(
  shown: DatedTermPreview,
  records: "clients" | "projects" | "employees",
  locale: "en-us" | "fr-ca" = "en-us",
) {
  await loadMessages("terms");
  await activateLocale(locale);
  render(
    <MantineProvider>
      <TermEffects preview={shown} records={records} />
    </MantineProvider>,
  );
}
const text = () => (document.body.textContent ?? "").replaceAll(/\s/g, " ");

afterEach(() => activateLocale("en-us"));

it("names the employee, the months and the figures that change", async () => {
  const days = { month: "2026-11-01", to: "2026-11-19" };
  await show(preview({ figures: [change({}), change(days)] }), "employees");
  expect(text()).toContain("The new values apply from Sep 15, 2026.");
  expect(text()).toContain(
    "Figures that change for Ada, September 2026 to November 2026: Billable utilization.",
  );
  const table = screen.getByRole("table", { name: "Figures of Ada that change" });
  expect(table.textContent).toContain("September 2026");
  expect(table.textContent).toContain("November 2026, until Nov 19, 2026");
  expect(table.textContent).toMatch(/50(\.0)?% → 62\.5%/);
});

it("says from whom to whom amounts move", async () => {
  await show(preview({ figures: moved }), "projects");
  expect(text()).toContain(
    "Figures that move from Ada to Bo, September 2026 to October 2026: Retained MRR.",
  );
  expect(text()).not.toContain("Figures that change for");
});

it("says it in French", async () => {
  await show(preview({ figures: moved }), "projects", "fr-ca");
  expect(text()).toContain("Ada → Bo, septembre 2026 à octobre 2026 : RMR conservé.");
});

it("says that nothing of the past changes", async () => {
  await show(preview({ shown_from: null }), "employees");
  expect(text()).toContain("No figure of a past day changes.");
  expect(screen.queryByRole("table")).toBeNull();
});

it("does not say that nothing changes while figures are hidden", async () => {
  await show(preview({ has_hidden: true }), "projects");
  expect(text()).toContain("No figure of a past day that you may see changes.");
  expect(text()).toContain("Figures that you may not see are not listed.");
});

it("says which months are not compared", async () => {
  const long = { effective_from: "2020-01-01", shown_from: "2024-12-01", figures: [change({})] };
  await show(preview(long), "employees");
  expect(text()).toContain("Months before December 2024 are not compared.");
});

it("explains that figures follow projects, not clients", async () => {
  await show(preview({}), "clients");
  expect(text()).toContain("figures follow the account manager and the team of each project");
});
