// The ledger: hours lapse when the period is over.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { RetainerPeriod } from "../../../api/types";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer } from "../../../testing/server";
import { ledgerCells } from "./ledgerCells";

installServer();

it.each([
  ["2020-01-31", "7.5 h expired"],
  ["2999-01-31", "7.5 h to expire"],
])("shows for a period until %s: %s", async (ends_on, text) => {
  const period = { ends_on, lapsed_hours: "7.50", overage_hours: "0.00" } as RetainerPeriod;
  renderScreen(() => ledgerCells.remainder?.(period), { at: "/screen", enums: {} });
  expect(await screen.findByText(text)).toBeVisible();
});
