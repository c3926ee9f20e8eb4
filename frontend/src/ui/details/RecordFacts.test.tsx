import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { enums, fields } from "../../testing/formScreen";
import { renderScreen } from "../../testing/renderScreen";
import { installServer } from "../../testing/server";
import { Facts } from "./Facts";
import { useRecordFacts } from "./RecordFacts";

installServer();

const RECORD = {
  name: "Aurora",
  contact_email: "ann@aurora.example",
  currency: "CAD",
  amount: undefined,
  start_on: null,
  notes: "One\nTwo",
};

function Screen({ record = RECORD }) {
  const facts = useRecordFacts("clients", fields as never, record, {
    order: ["currency", "first_active_on", "churned_on", "contact_email"],
    omit: ["name"],
    extra: { first_active_on: "In spring", churned_on: undefined },
  });
  return <Facts facts={facts} />;
}

it("shows the facts in the page's order, then the other fields of the form", async () => {
  renderScreen(() => <Screen />, { enums });
  const terms = await screen.findAllByRole("term");
  const pairs = terms.map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(pairs).toEqual([
    ["Currency", "Canadian dollar"],
    ["Client since", "In spring"],
    ["Contact email", "ann@aurora.example"],
    ["Starts on", "—None"],
    ["Notes", "One\nTwo"],
  ]);
  expect(screen.getByRole("link")).toHaveAttribute("href", "mailto:ann@aurora.example");
});

it("shows a value that only a newer server knows as its text", async () => {
  renderScreen(() => <Screen record={{ ...RECORD, currency: "XDR" }} />, { enums });
  const term = (await screen.findAllByRole("term")).find((one) => one.textContent === "Currency");
  expect(term?.nextSibling).toHaveTextContent("XDR");
});
