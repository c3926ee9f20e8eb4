// A month that was closed again shows who reopened it and why, and each figure as published first and now.
import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { MonthDetails } from "../../../api/types";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server } from "../../../testing/server";
import { Corrections } from "./Corrections";

installServer();

const sum = (amount: string) => ({
  count: 1,
  value: null,
  money: { amount, currency: "CAD" },
  unconverted: [],
});
const figure = {
  unit: "money",
  formula_version: 2,
  present_formula_version: 2,
  known_today: sum("80.00"),
  difference: null,
  groups: [],
  currencies: [],
};
const figures = [
  {
    ...figure,
    name: "receivables",
    first_published: sum("200.00"),
    published: sum("80.00"),
    correction: sum("-120.00"),
  },
  {
    ...figure,
    name: "revenue",
    first_published: sum("80.00"),
    published: sum("80.00"),
    correction: null,
  },
];
const closing = {
  closed_by: { api_id: "u1", name: "Ana" },
  reason: null,
  comment: null,
  pack: null,
};
const month = {
  api_id: "2026-10",
  state: "closed",
  closings: [
    {
      ...closing,
      closed_at: "2026-11-12T12:00:00Z",
      reopened_at: null,
      reopened_by: null,
      reopen_reason: null,
    },
    {
      ...closing,
      closed_at: "2026-11-10T12:00:00Z",
      reopened_at: "2026-11-11T12:00:00Z",
      reopened_by: { api_id: "u2", name: "Zoé Lefebvre" },
      reopen_reason: "Late payment",
    },
  ],
} as unknown as MonthDetails;

it("names each reopening and what it changed", async () => {
  server.use(
    http.get("*/api/v1/months/2026-10/figures", () =>
      HttpResponse.json({ data: { as_of: "2026-11-12T12:00:00Z", currency: "CAD", figures } }),
    ),
  );
  renderScreen(() => <Corrections month={month} />);
  expect(await screen.findByText(/^Reopened by Zoé Lefebvre on .*: Late payment$/)).toBeVisible();
  const row = async (name: string) =>
    within((await screen.findByText(name)).closest("tr") as HTMLElement);
  const owed = await row("Receivables");
  for (const amount of [/200\.00/, /^CA?\$?\D*80\.00/, /120\.00/])
    expect(owed.getByText(amount)).toBeVisible();
  expect((await row("Revenue")).getByText("No difference")).toBeVisible();
});
