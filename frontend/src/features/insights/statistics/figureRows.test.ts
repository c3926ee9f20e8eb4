// Holds a figure's rows to the page that lists them, with every filter of the call.
import { expect, it } from "vitest";
import { readRows } from "./figureRows";

it("leads to the page of the same list, its repeated filters joined", () => {
  const sales = "/api/v1/oos-sales?seller=s&sold_from=2026-11-01&status=paid&status=invoiced";
  expect(readRows(sales)).toEqual({
    to: "/oos-sales",
    search: { seller: "s", sold_from: "2026-11-01", status: "paid,invoiced" },
  });
});

it("knows the page of retainers by the kind, and none of all kinds", () => {
  const accounts = "/api/v1/projects?archived=include&account_manager=u";
  expect(readRows(`${accounts}&kind=retainer`)).toEqual({
    to: "/projects/retainer",
    search: { archived: "include", account_manager: "u" },
  });
  expect(readRows(accounts)).toBeNull();
});

it("leads to the tab of all goals, which is not the first", () => {
  const goals = "/api/v1/employee-goals?employee=e&visibility=team&visibility=everyone";
  expect(readRows(goals)).toEqual({
    to: "/goals",
    search: { tab: "all", employee: "e", visibility: "team,everyone" },
  });
});

it("leads nowhere without a list, or to one that has no page", () => {
  expect(readRows(null)).toBeNull();
  expect(readRows("/api/v1/unknown?x=1")).toBeNull();
});
