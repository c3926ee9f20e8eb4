// Tests that drawing, keyboard, tooltip, table and CSV of a chart have the same numbers.
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { renderScreen } from "../../testing/renderScreen";
import { installServer } from "../../testing/server";
import { AgingStrip } from "./AgingStrip";
import { BarList } from "./BarList";
import { Bars } from "./Bars";
import { Bullet } from "./Bullet";
import type { ChartProps } from "./ChartFrame";
import { type ChartData, toCsv } from "./chartData";
import { HeatGrid } from "./HeatGrid";
import { Lines } from "./Lines";
import { NamedBars } from "./NamedBars";
import { Sparkline } from "./Sparkline";
import { linear, ticksFor } from "./scales";
import { axisStart } from "./steps";
import { formatTick } from "./units";
import { Waterfall } from "./Waterfall";

installServer();

const CAD = { kind: "money", currency: "CAD" } as const;
const data: ChartData = {
  rowKind: "Month",
  columns: [
    { label: "Fees", unit: CAD },
    { label: "Extras", unit: CAD },
  ],
  rows: [
    {
      key: "9",
      label: "September 2026",
      cells: ["1250.00", "200.50"],
      link: { to: "/clients", search: {} },
    },
    { key: "10", label: "October 2026", cells: ["1300.10", null] },
    { key: "11", label: "November 2026", cells: ["900.00", "75.00"] },
  ],
};
const chart: ChartProps = {
  title: "Revenue",
  summary: "From $1,250.00 to $900.00.",
  source: "Source: invoices, as of Nov 20, 2026.",
  data,
};
const KINDS = {
  bars: () => <Bars {...chart} />,
  lines: () => <Lines {...chart} target={{ label: "Target", value: "1000.00" }} />,
  named: () => <NamedBars {...chart} level={{ value: 1000, text: "Target CA$1,000.00" }} />,
  waterfall: () => <Waterfall {...chart} totals={new Set(["9", "11"])} />,
  aging: () => <AgingStrip {...chart} />,
  list: () => <BarList {...chart} />,
};

describe.each(Object.entries(KINDS))("chart %s", (_, render) => {
  it("has a text alternative and a source", async () => {
    renderScreen(render);
    const figure = await screen.findByRole("figure", { name: /^Revenue/ });
    expect(within(figure).getByRole("img").getAttribute("aria-label")).toBe(
      "Revenue. From $1,250.00 to $900.00.",
    );
    expect(within(figure).getByText("Source: invoices, as of Nov 20, 2026.")).toBeTruthy();
  });

  it("shows the same numbers as a table, in the URL too", async () => {
    const view = renderScreen(() => <Bars {...chart} name="revenue" />);
    await userEvent.click(await screen.findByRole("button", { name: /^Show as table/ }));
    const table = await screen.findByRole("table", { name: "Revenue" });
    const cells = within(table)
      .getAllByRole("row")
      .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(cells).toEqual([
      ["Month", "Fees", "Extras"],
      ["September 2026", "CA$1,250.00", "CA$200.50"],
      ["October 2026", "CA$1,300.10", "n/a"],
      ["November 2026", "CA$900.00", "CA$75.00"],
    ]);
    expect(view.history.location.href).toContain("tables=revenue");
    await userEvent.click(screen.getByRole("button", { name: /^Show as chart/ }));
    expect(await screen.findByRole("img")).toBeTruthy();
    expect(view.history.location.href).not.toContain("tables");
  });

  it("moves between points by arrow keys, announces the tooltip and opens a point by Enter", async () => {
    const view = renderScreen(render, { otherPaths: ["/clients"] });
    const points = await screen.findByRole("slider", { name: /Revenue/ });
    const valueText = () => points.getAttribute("aria-valuetext");
    act(() => points.focus());
    expect(valueText()).toBe("September 2026, Fees: CA$1,250.00, Extras: CA$200.50");
    await userEvent.keyboard("{ArrowRight}");
    expect(valueText()).toBe("October 2026, Fees: CA$1,300.10, Extras: n/a");
    expect(screen.getByText("Fees: CA$1,300.10")).toBeTruthy();
    await userEvent.keyboard("{End}");
    expect(valueText()).toContain("November 2026");
    await userEvent.keyboard("{ArrowRight}{Home}{Enter}");
    expect(await screen.findByRole("heading", { name: "/clients" })).toBeTruthy();
    expect(view.history.location.pathname).toBe("/clients");
  });
});

it("formats the CSV for the language and escapes formulas", () => {
  const row = { key: "x", label: '=1+1 "x"', cells: ["1.50", null] };
  const exported = { ...data, rows: [row] };
  expect(toCsv(exported, "en-us")).toBe(
    '\ufeff"Month","Fees (CAD)","Extras (CAD)"\r\n"\'=1+1 ""x""",1.50,\r\n',
  );
  expect(toCsv(exported, "fr-ca")).toBe(
    '\ufeff"Month";"Fees (CAD)";"Extras (CAD)"\r\n"\'=1+1 ""x""";1,50;\r\n',
  );
});

it("downloads the shown table as CSV", async () => {
  const createObjectUrl = vi.fn<(blob: Blob) => string>(() => "blob:file");
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: createObjectUrl, revokeObjectURL: vi.fn() }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  renderScreen(() => <Bars {...chart} />);
  await userEvent.click(await screen.findByRole("button", { name: /^Download as CSV/ }));
  expect(await createObjectUrl.mock.calls[0]?.[0]?.text()).toContain('"October 2026",1300.10,');
});

it("hatches the part over a limit and combines series after the sixth", async () => {
  const many = Array.from({ length: 8 }, (_, index) => ({ label: `Part ${index + 1}`, unit: CAD }));
  const rows = [{ key: "a", label: "A", cells: many.map(() => "10.00") }];
  const { container } = renderScreen(() => (
    <Bars {...chart} data={{ rowKind: "Month", columns: many, rows }} limit={7} />
  ));
  await screen.findByRole("img");
  const key = [...container.querySelectorAll("figure ul li")].map((item) => item.textContent);
  expect(key).toEqual(["Part 1", "Part 2", "Part 3", "Part 4", "Part 5", "Others", "Part 8"]);
  expect(container.querySelectorAll('rect[style*="-over"]')).toHaveLength(1);
});

it("moves through a grid in four directions and leaves out empty cells", async () => {
  const percent = { kind: "percent" } as const;
  const grid: ChartData = {
    rowKind: "Started in",
    columns: [
      { label: "Clients", unit: { kind: "count" }, tableOnly: true },
      { label: "Month 0", unit: percent },
      { label: "Month 1", unit: percent },
    ],
    rows: [
      { key: "a", label: "August", cells: ["3", "100.00", "87.50"] },
      { key: "b", label: "September", cells: ["1", "100.00", null] },
    ],
  };
  const { container } = renderScreen(() => (
    <HeatGrid {...chart} data={grid} measure="Retained MRR" />
  ));
  const points = await screen.findByRole("slider");
  const valueText = () => points.getAttribute("aria-valuetext");
  act(() => points.focus());
  await userEvent.keyboard("{ArrowRight}");
  expect(valueText()).toBe("August, Month 1, Retained MRR: 87.5%");
  await userEvent.keyboard("{ArrowDown}");
  expect(valueText()).toBe("September, Month 1, Retained MRR: n/a");
  await userEvent.keyboard("{ArrowLeft}");
  expect(valueText()).toBe("September, Month 0, Retained MRR: 100%");
  const steps = [...container.querySelectorAll("[role=img] [data-step]")];
  expect(steps.map((cell) => cell.getAttribute("data-step"))).toEqual(["5", "4", "5"]);
});

it("draws a sparkline for several values, none for a single one", async () => {
  const { container } = renderScreen(() => (
    <>
      <Sparkline label="MRR, 3 months" values={["1.00", null, "3.00"]} />
      <Sparkline label="alone" values={["1.00"]} />
    </>
  ));
  expect(await screen.findAllByRole("img")).toHaveLength(1);
  expect(container.querySelector("path")?.getAttribute("d")).toBe("M3,21L93,3");
});

it("starts the axis of small changes near the lowest level, and says so", async () => {
  const rows = [
    { key: "9", label: "Start", cells: ["313000.00"] },
    { key: "x", label: "Churn", cells: ["-28000.00"] },
    { key: "11", label: "End", cells: ["285000.00"] },
  ];
  const changes = { ...data, rows };
  renderScreen(() => <Waterfall {...chart} data={changes} totals={new Set(["9", "11"])} />);
  const image = await screen.findByRole("img");
  expect(image.getAttribute("aria-label")).toContain("The axis starts at CA$280K");
  expect([...image.querySelectorAll("text")].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(["CA$0", "CA$280K", "313K", "−28K", "285K", "Start", "Churn", "End"]),
  );
});

it.each([
  [[313, 285], 280],
  [[100, 30], undefined],
  [[100, 0], undefined],
  [[100, -5], undefined],
  [[0, 0], undefined],
])("the axis of levels %j starts at %s", (levels, start) => {
  expect(axisStart(levels)).toBe(start);
});

it("has round ticks in both languages", () => {
  expect(ticksFor([0, 96_000], 4)).toEqual([0, 25_000, 50_000, 75_000, 100_000]);
  expect(ticksFor([-3, 8], 4)).toEqual([-5, 0, 5, 10]);
  expect(ticksFor([], 4)).toEqual([0, 1]);
  expect(linear([0, 10], [100, 0])(2.5)).toBe(75);
  expect(formatTick(12_500, CAD, "en-us")).toBe("CA$12.5K");
  expect(formatTick(12_500, CAD, "fr-ca")).toBe("12,5\u00a0k\u00a0$");
  expect(formatTick(12.5, { kind: "percent" }, "fr-ca")).toBe("12,5\u00a0%");
});

it("hatches hours over the limit", async () => {
  const { container } = renderScreen(() => <Bullet label="50 of 40 h" used={50} available={40} />);
  await screen.findByRole("img", { name: "50 of 40 h" });
  const [used, over] = [...container.querySelectorAll('[role="img"] > div > div')];
  expect([used, over].map((part) => (part as HTMLElement).style.width)).toEqual(["80%", "20%"]);
});
