// The months that change: a table, and on a phone cards with only the figures that change.
import { screen, within } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import type { TermPreview } from "../../api/types";
import { loadMessages } from "../../i18n/translate";
import { renderScreen } from "../../testing/renderScreen";
import { installServer } from "../../testing/server";
import { MonthConsequences } from "./MonthConsequences";

installServer();

const cad = (amount: string) => ({ amount, currency: "CAD" });
const preview = {
  months: [
    {
      month: "2026-12-01",
      mrr_before: cad("1000.00"),
      mrr_after: cad("1500.00"),
      revenue_before: cad("1000.00"),
      revenue_after: cad("1500.00"),
      hours_before: "10.00",
      hours_after: "10.00",
    },
  ],
  movements: [],
  continues: false,
} as unknown as TermPreview;

async function show() {
  await loadMessages("terms");
  renderScreen(() => <MonthConsequences request={{}} read={async () => ({ data: preview })} />);
}

it("is a table with a column for each figure", async () => {
  await show();
  const table = await screen.findByRole("table", { name: "Months that change" });
  expect(within(table).getAllByRole("columnheader")).toHaveLength(4);
});

it("is a list of cards on a phone, which never scrolls sideways", async () => {
  const wide = window.matchMedia;
  onTestFinished(() => {
    window.matchMedia = wide;
  });
  window.matchMedia = (query) =>
    Object.assign(wide(query), { matches: query.includes("max-width") });
  await show();
  const cards = await screen.findByRole("list", { name: "Months that change" });
  expect(within(cards).getByRole("listitem")).toHaveTextContent(
    "December 2026MRR at the end: CA$1,000.00 → CA$1,500.00Revenue of the month: CA$1,000.00 → CA$1,500.00",
  );
  expect(screen.queryByRole("table")).toBeNull();
});
