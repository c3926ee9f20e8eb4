// A chart is its table: what is drawn, read by keyboard, told in a tip and taken away are the same numbers.
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { renderScreen } from "../../testing/renderScreen";
import { installServer } from "../../testing/server";
import { AgeingStrip } from "./AgeingStrip";
import { BarList } from "./BarList";
import { Bars } from "./Bars";
import { Bullet } from "./Bullet";
import type { ChartProps } from "./ChartFrame";
import { type ChartData, toCsv } from "./chartData";
import { HeatGrid } from "./HeatGrid";
import { Lines } from "./Lines";
import { Sparkline } from "./Sparkline";
import { linear, ticksFor } from "./scales";
import { formatTick } from "./units";
import { Waterfall } from "./Waterfall";

installServer();

const CAD = { kind: "money", currency: "CAD" } as const;
const data: ChartData = {
  of: "Month",
  columns: [
    { label: "Fees", unit: CAD },
    { label: "Extras", unit: CAD },
  ],
  rows: [
    {
      key: "9",
      label: "September 2026",
      cells: ["1250.00", "200.50"],
      link: { to: "/elsewhere", search: {} },
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
  waterfall: () => <Waterfall {...chart} sums={new Set(["9", "11"])} />,
  ageing: () => <AgeingStrip {...chart} />,
  list: () => <BarList {...chart} />,
};

describe.each(Object.entries(KINDS))("%s", (_, drawn) => {
  it("says what it shows", async () => {
    renderScreen(drawn);
    const figure = await screen.findByRole("figure", { name: /^Revenue/ });
    expect(within(figure).getByRole("img").getAttribute("aria-label")).toBe(
      "Revenue. From $1,250.00 to $900.00.",
    );
    expect(within(figure).getByText("Source: invoices, as of Nov 20, 2026.")).toBeTruthy();
  });

  it("is a table with the same numbers, and stays one by its address", async () => {
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

  it("goes from point to point by arrows, with the words of its tip, and opens one by Enter", async () => {
    const view = renderScreen(drawn, { others: ["/elsewhere"] });
    const points = await screen.findByRole("slider", { name: /Revenue/ });
    const said = () => points.getAttribute("aria-valuetext");
    act(() => points.focus());
    expect(said()).toBe("September 2026, Fees: CA$1,250.00, Extras: CA$200.50");
    await userEvent.keyboard("{ArrowRight}");
    expect(said()).toBe("October 2026, Fees: CA$1,300.10, Extras: n/a");
    expect(screen.getByText("Fees: CA$1,300.10")).toBeTruthy();
    await userEvent.keyboard("{End}");
    expect(said()).toContain("November 2026");
    await userEvent.keyboard("{ArrowRight}{Home}{Enter}");
    expect(await screen.findByRole("heading", { name: "/elsewhere" })).toBeTruthy();
    expect(view.history.location.pathname).toBe("/elsewhere");
  });
});

it("is taken away as its table, in the reader's own way, and no name is a formula there", () => {
  const row = { key: "x", label: '=1+1 "x"', cells: ["1.50", null] };
  const taken = { ...data, rows: [row] };
  expect(toCsv(taken, "en-us")).toBe(
    '\ufeff"Month","Fees (CAD)","Extras (CAD)"\r\n"\'=1+1 ""x""",1.50,\r\n',
  );
  expect(toCsv(taken, "fr-ca")).toBe(
    '\ufeff"Month";"Fees (CAD)";"Extras (CAD)"\r\n"\'=1+1 ""x""";1,50;\r\n',
  );
});

it("has the shown table as its file", async () => {
  const made = vi.fn<(blob: Blob) => string>(() => "blob:file");
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: made, revokeObjectURL: vi.fn() }));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  renderScreen(() => <Bars {...chart} />);
  await userEvent.click(await screen.findByRole("button", { name: /^Download as CSV/ }));
  expect(await made.mock.calls[0]?.[0]?.text()).toContain('"October 2026",1300.10,');
});

it("draws what is beyond a limit apart, and more than six parts together", async () => {
  const many = Array.from({ length: 8 }, (_, index) => ({ label: `Part ${index + 1}`, unit: CAD }));
  const rows = [{ key: "a", label: "A", cells: many.map(() => "10.00") }];
  const { container } = renderScreen(() => (
    <Bars {...chart} data={{ of: "Month", columns: many, rows }} limit={7} />
  ));
  await screen.findByRole("img");
  const key = [...container.querySelectorAll("figure ul li")].map((item) => item.textContent);
  expect(key).toEqual(["Part 1", "Part 2", "Part 3", "Part 4", "Part 5", "Other"]);
  expect(container.querySelectorAll('rect[style*="-over"]')).toHaveLength(1);
});

it("goes through a grid in four directions, and leaves out what is not there yet", async () => {
  const percent = { kind: "percent" } as const;
  const grid: ChartData = {
    of: "Started in",
    columns: [
      { label: "Clients", unit: { kind: "count" }, inTable: true },
      { label: "Month 0", unit: percent },
      { label: "Month 1", unit: percent },
    ],
    rows: [
      { key: "a", label: "August", cells: ["3", "100.00", "87.50"] },
      { key: "b", label: "September", cells: ["1", "100.00", null] },
    ],
  };
  const { container } = renderScreen(() => (
    <HeatGrid {...chart} data={grid} measure="MRR retained" />
  ));
  const points = await screen.findByRole("slider");
  const said = () => points.getAttribute("aria-valuetext");
  act(() => points.focus());
  await userEvent.keyboard("{ArrowRight}");
  expect(said()).toBe("August, Month 1, MRR retained: 87.5%");
  await userEvent.keyboard("{ArrowDown}");
  expect(said()).toBe("September, Month 1, MRR retained: n/a");
  await userEvent.keyboard("{ArrowLeft}");
  expect(said()).toBe("September, Month 0, MRR retained: 100%");
  const steps = [...container.querySelectorAll("[role=img] [data-step]")];
  expect(steps.map((cell) => cell.getAttribute("data-step"))).toEqual(["5", "4", "5"]);
});

it("shows the way of a figure, and none of a single value", async () => {
  const { container } = renderScreen(() => (
    <>
      <Sparkline label="MRR, 3 months" values={["1.00", null, "3.00"]} />
      <Sparkline label="alone" values={["1.00"]} />
    </>
  ));
  expect(await screen.findAllByRole("img")).toHaveLength(1);
  expect(container.querySelector("path")?.getAttribute("d")).toBe("M3,21L93,3");
});

it("has round numbers on its axis, in both languages", () => {
  expect(ticksFor([0, 96_000], 4)).toEqual([0, 25_000, 50_000, 75_000, 100_000]);
  expect(ticksFor([-3, 8], 4)).toEqual([-5, 0, 5, 10]);
  expect(ticksFor([], 4)).toEqual([0, 1]);
  expect(linear([0, 10], [100, 0])(2.5)).toBe(75);
  expect(formatTick(12_500, CAD, "en-us")).toBe("CA$12.5K");
  expect(formatTick(12_500, CAD, "fr-ca")).toBe("12,5\u00a0k\u00a0$");
  expect(formatTick(12.5, { kind: "percent" }, "fr-ca")).toBe("12,5\u00a0%");
});

it("never says more than all by its length alone: what is beyond is hatched", async () => {
  const { container } = renderScreen(() => <Bullet label="50 of 40 h" used={50} whole={40} />);
  await screen.findByRole("img", { name: "50 of 40 h" });
  const [used, over] = [...container.querySelectorAll('[role="img"] > div > div')];
  expect([used, over].map((part) => (part as HTMLElement).style.width)).toEqual(["80%", "20%"]);
});
