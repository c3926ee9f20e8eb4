// How a person stands follows the figures that the reader may see; the first of them is the answer.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server } from "../../../testing/server";
import { PersonState } from "./PersonState";

installServer();
afterEach(() => void vi.useRealTimers());

const figure = (unit: string, value: string | null, money: unknown[] | null = null) => ({
  unit,
  formula: unit,
  value,
  money,
  rows: null,
});
const HOURS = {
  hours: figure("hours", "6.50"),
  available_hours: figure("hours", "37.50"),
  utilisation: figure("percent", "40.8"),
  utilisation_target: figure("percent", "65"),
};
const MRR = { retained_mrr: figure("money", null, [{ amount: "1200.00", currency: "CAD" }]) };

function serve(figures: object) {
  server.use(
    http.get("*/api/v1/employees-statistics", () =>
      HttpResponse.json({ data: [{ figures }], meta: { total: 1 } }),
    ),
  );
  return renderScreen(() => <PersonState id="e1" />);
}

it("compares hours with those available and utilization with its target", async () => {
  const { container } = serve({ ...HOURS, ...MRR });
  expect((await screen.findByRole("link", { name: /^6\.5\sh$/ })).closest("strong")).not.toBeNull();
  expect(container).toHaveTextContent(
    /6\.5 h logged of 37\.5 h available this week\. Utilization this month: 40\.8%, with a target of 65%\. Retained MRR: CA\$1,200\.00\./,
  );
});

it("opens the hours of the week, and the amounts in the currency of the sentence", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-26T15:00:00Z") });
  serve({ ...HOURS, ...MRR });
  const hours = await screen.findByRole("link", { name: /^6\.5\sh$/ });
  const address = "/screen?tab=time&worked_from=2026-11-23&worked_to=2026-11-29";
  expect(hours).toHaveAttribute("href", address);
  const mrr = screen.getByRole("link", { name: "CA$1,200.00" });
  expect(mrr).toHaveAttribute("href", "/screen?tab=figures&currency=CAD");
});

it("stands without money and without a target", async () => {
  const { utilisation_target: _, ...hours } = HOURS;
  const { container } = serve(hours);
  await screen.findByRole("link", { name: /^6\.5\sh$/ });
  expect(container).toHaveTextContent(/Utilization this month: 40\.8%\.$/);
  expect(container).not.toHaveTextContent(/MRR/);
});

it("answers with the MRR when the hours are hidden", async () => {
  serve(MRR);
  const link = await screen.findByRole("link", { name: "CA$1,200.00" });
  expect(link.closest("strong")).not.toBeNull();
});

it("shows nothing when all figures are hidden or cannot be read", async () => {
  const { container } = serve({});
  await expect.poll(() => container.querySelector("p")).toBeNull();
});
