// The pages that list the rows of a figure.
import { expect, it } from "vitest";
import { rowsTarget } from "./figureRows";

it("returns the page of the same list, with repeated filters joined", () => {
  const sales = "/api/v1/oos-sales?seller=s&sold_from=2026-11-01&status=paid&status=invoiced";
  expect(rowsTarget(sales)).toEqual({
    to: "/oos-sales",
    search: { seller: "s", sold_from: "2026-11-01", status: "paid,invoiced" },
  });
});

it("returns the page of retainers for that kind only", () => {
  const accounts = "/api/v1/projects?archived=include&account_manager=u";
  expect(rowsTarget(`${accounts}&kind=retainer`)).toEqual({
    to: "/projects/retainer",
    search: { archived: "include", account_manager: "u" },
  });
  expect(rowsTarget(accounts)).toBeNull();
});

it("returns the tab of all goals", () => {
  const goals = "/api/v1/employee-goals?employee=e&visibility=team&visibility=everyone";
  expect(rowsTarget(goals)).toEqual({
    to: "/goals",
    search: { tab: "all", employee: "e", visibility: "team,everyone" },
  });
});

it("returns null without a list, or for a list without a page", () => {
  expect(rowsTarget(null)).toBeNull();
  expect(rowsTarget("/api/v1/unknown?x=1")).toBeNull();
});
