// Tests that the sidebar offers only screens that the user may open, each once.
import { describe, expect, it } from "vitest";
import type { CurrentUser } from "../../api/types";
import { someone } from "../../testing/server";
import { isWithin, pageAt } from "./currentPage";
import { NAVIGATION } from "./navigation";
import { permittedNavigation, permittedPages } from "./permittedNavigation";

const MAX_ENTRIES = 14;

function userWith(permissions: Record<string, string>, roles = ["employee"]) {
  return { ...someone, permissions, roles } as CurrentUser;
}

/** Every permission that an entry requires. */
function allPermissions(): Record<string, string> {
  const destinations = NAVIGATION.flatMap((entry) =>
    "pages" in entry ? [...entry.pages, ...(entry.own ? [entry.own] : [])] : [entry],
  );
  const names = destinations.flatMap(({ requires = [] }) => [requires].flat());
  return Object.fromEntries(names.map((name) => [name, "all"]));
}

const administrator = userWith(allPermissions(), ["super_admin"]);
const labels = (user: CurrentUser) => permittedNavigation(user).map(({ label }) => label);

describe("the menu of an administrator", () => {
  it("has the agreed entries, in order", () => {
    expect(labels(administrator)).toEqual([
      "shell.nav.home",
      "shell.nav.dashboard",
      "shell.nav.clients",
      "shell.nav.projects",
      "shell.nav.receivables",
      "shell.nav.oos_sales",
      "shell.nav.churns",
      "shell.nav.people",
      "shell.nav.settings",
    ]);
  });

  it("has at most 14 entries, whichever group is open", () => {
    const entries = permittedNavigation(administrator);
    const opened = entries.filter(({ group }) => group !== "settings");
    const largest = Math.max(...opened.map(({ pages }) => pages.length));
    expect(entries.length + largest).toBeLessThanOrEqual(MAX_ENTRIES);
  });

  it("names each page once", () => {
    const pages = permittedPages(administrator).map(({ to }) => to.replace(/^\/admin/, ""));
    expect(new Set(pages).size).toBe(pages.length);
    const names = permittedPages(administrator).map(({ label }) => label);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("the menu of others", () => {
  it.each([
    [{ "statistics.hours": "own" }, true],
    [{ "retainers.adjust": "own" }, true],
    [{ "projects.view": "all", "retainers.view": "all" }, false],
  ])("offers time entries with one of their permissions: %j, %s", (permissions, expected) => {
    const paths = permittedPages(userWith(permissions)).map(({ to }) => to);
    expect(paths.includes("/time-entries")).toBe(expected);
  });

  it("has no pages of administrators, even with their permissions", () => {
    const paths = permittedPages(userWith(allPermissions())).map(({ to }) => to);
    expect(paths.filter((to) => to.startsWith("/admin"))).toEqual([]);
    expect(paths).toContain("/organization");
  });

  it("shows the only page of a group by its own name", () => {
    expect(labels(userWith({ "months.view": "all" }))).toContain("shell.nav.months");
    expect(labels(userWith({ "months.view": "all" }))).not.toContain("shell.nav.settings");
    expect(labels(userWith({}))).toEqual(["shell.nav.home", "shell.nav.dashboard"]);
  });
});

describe("the current entry", () => {
  const pages = permittedPages(administrator);

  it.each([
    ["/", "/"],
    ["/clients/0199/view", "/clients"],
    ["/admin/clients/0199/edit", "/clients"],
    ["/projects/0199/view", "/projects"],
    ["/projects/fixed", "/projects/fixed"],
    ["/admin/projects/settings", "/admin/projects/settings"],
    ["/months/2026-10", "/months"],
    ["/admin/core-values/0199/view", "/admin/core-values"],
    ["/profile", undefined],
  ])("of %s is %s", (path, expected) => {
    expect(pageAt(path, pages)?.to).toBe(expected);
  });

  it("does not match the beginning of a word", () => {
    expect(isWithin("/clients-of-last-year", { to: "/clients" })).toBe(false);
  });
});
