// A month that was closed again shows who reopened it and why, and each figure as published first and now.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { MonthDetails } from "../../../api/types";
import { loadMessages } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { Corrections } from "./Corrections";
import type { RenderLog } from "./CorrectionsDrawer";

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
  renderScreen(() => <Corrections month={month} renderLog={() => null} />);
  expect(await screen.findByText(/^Reopened by Zoé Lefebvre on .*: Late payment$/)).toBeVisible();
  const row = async (name: string) =>
    within((await screen.findByText(name)).closest("tr") as HTMLElement);
  const owed = await row("Receivables");
  for (const amount of [/200\.00/, /^CA?\$?\D*80\.00/, /120\.00/])
    expect(owed.getByText(amount)).toBeVisible();
  expect((await row("Revenue")).getByText("No difference")).toBeVisible();
});

it("lists the records behind a correction, with what was recorded of them between the closings", async () => {
  const lists: string[] = [];
  const row = {
    api_id: "invoice.1",
    kind: "client",
    record: { api_id: "c1", name: "Pivoine" },
    client: null,
    cause: "changed",
    formula: null,
    published: { amount: "200.00", currency: "CAD" },
    known_today: { amount: "80.00", currency: "CAD" },
    difference: { amount: "-120.00", currency: "CAD" },
    converted: null,
    published_value: null,
    known_value: null,
    difference_value: null,
    difference_of: null,
  };
  server.use(
    http.get("*/api/v1/months/2026-10/figures", () =>
      HttpResponse.json({ data: { as_of: "2026-11-12T12:00:00Z", currency: "CAD", figures } }),
    ),
    http.get("*/api/v1/month-restatements", ({ request }) => {
      lists.push(new URL(request.url).search);
      return HttpResponse.json({ data: [row], meta: { total: 1, page: 1, last_page: 1 } });
    }),
  );
  const logs: unknown[] = [];
  const renderLog: RenderLog = (record, days) => {
    logs.push([record.api_id, days]);
    return "Balance corrected";
  };
  const user = { ...someone, permissions: { "months.view": "all" as const } };
  await loadMessages("administration");
  renderScreen(() => <Corrections month={month} renderLog={renderLog} />, { user });
  fireEvent.click(await screen.findByTitle("Show the records behind the correction"));
  fireEvent.click(
    await screen.findByRole("button", { name: "What was recorded about Pivoine meanwhile" }),
  );
  await waitFor(() => expect(screen.getByText("Balance corrected")).toBeVisible());
  expect(lists[0]).toContain("figure=receivables&compared=first_closing");
  expect(logs[0]).toEqual(["c1", { from: "2026-11-10", to: "2026-11-12" }]);
});

it("says what a corrected rate is calculated from, where no record of it was corrected", async () => {
  const share = (value: string) => ({ ...sum("0.00"), money: null, value });
  const churn = {
    ...figure,
    name: "gross_revenue_churn",
    unit: "percent",
    known_today: share("4.00"),
    first_published: share("5.00"),
    published: share("4.00"),
    correction: share("-1.00"),
  };
  const asked: (string | null)[] = [];
  server.use(
    http.get("*/api/v1/months/2026-10/figures", () =>
      HttpResponse.json({
        data: { as_of: "2026-11-12T12:00:00Z", currency: "CAD", figures: [churn] },
      }),
    ),
    http.get("*/api/v1/month-restatements", ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("figure"));
      return HttpResponse.json({ data: [], meta: { total: 0, page: 1, last_page: 1 } });
    }),
  );
  const user = { ...someone, permissions: { "months.view": "all" as const } };
  await loadMessages("administration");
  renderScreen(() => <Corrections month={month} renderLog={() => null} />, { user });
  fireEvent.click(await screen.findByTitle("Show the records behind the correction"));
  const drawer = await screen.findByRole("dialog", { name: "Correction: Gross revenue churn" });
  const inside = within(drawer);
  expect(
    await inside.findByText(
      "No record of “MRR movements” was corrected. The rate is calculated from “MRR at the start” too.",
    ),
  ).toBeVisible();
  expect(inside.getByText(/^The rate is calculated from “MRR movements”/)).toBeVisible();
  expect(inside.getByText(/1(\.0)? point/)).toBeVisible();
  expect(inside.queryByText(/add up to the correction|published the same/)).toBeNull();
  expect(asked).toEqual(["mrr_movements"]);
});
