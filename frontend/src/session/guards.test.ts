// Holds the guards to the specification's rules, and the way back to addresses of our own.
import { describe, expect, it } from "vitest";
import { someone } from "../testing/server";
import { detourFor, safeTarget } from "./guards";
import { isAdmin, isDeactivated, isEmployee, may, scope } from "./permissions";

const admin = { ...someone, roles: ["super_admin"] };
const deactivated = { ...someone, roles: [] };
const enrolling = { ...admin, must_enrol: true };
const toLogin = { to: "/auth/login", search: { redirect: "/clients?page=2" } };

describe("guards", () => {
  it.each([
    [["auth"], null, toLogin],
    [["auth"], someone, null],
    [["auth"], deactivated, { to: "/deactivated" }],
    [["guest"], null, null],
    [["guest"], someone, { to: "/" }],
    [["auth", "admin"], null, toLogin],
    [["auth", "admin"], someone, { reason: "role" }],
    [["auth", "admin"], admin, null],
    [[], null, null],
  ])("%j", (names, user, detour) => {
    expect(detourFor(names, { user, href: "/clients?page=2" })).toEqual(detour);
  });

  it("sends home without a way back to home", () => {
    expect(detourFor(["auth"], { user: null, href: "/" })).toEqual({ to: "/auth/login" });
  });

  it("sends whoever is signed in already to where the sign-in was to lead", () => {
    const at = (href: string) => detourFor(["guest"], { user: someone, href });
    expect(at("/auth/login?redirect=%2Fclients%3Fpage%3D2")).toEqual({ href: "/clients?page=2" });
    expect(at("/auth/login?redirect=%2F%2Fevil.example")).toEqual({ to: "/" });
  });

  it.each([
    ["/clients?page=2", { to: "/profile", search: { redirect: "/clients?page=2" } }],
    ["/", { to: "/profile", search: {} }],
    ["/profile", null],
    ["/profile?redirect=%2Fclients", null],
    ["/profiles", { to: "/profile", search: { redirect: "/profiles" } }],
  ])("leads an administrator without the second factor from %s to set it up", (href, detour) => {
    expect(detourFor(["auth"], { user: enrolling, href })).toEqual(detour);
    expect(detourFor(["auth", "admin"], { user: enrolling, href })).toEqual(detour);
  });

  it("throws on a name it does not know", () => {
    const run = () => detourFor(["auht"], { user: someone, href: "/" });
    expect(run).toThrow("Unknown route middleware: auht");
  });
});

describe("the way back", () => {
  it.each([
    ["/clients?page=2", "/clients?page=2"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["https://evil.example", "/"],
    ["javascript:alert(1)", "/"],
    ["/auth/login?redirect=/x", "/"],
    ["/auth/second-factor", "/"],
    ["/\t/evil.example", "/"],
    [undefined, "/"],
    [7, "/"],
  ])("%j → %s", (wished, target) => {
    expect(safeTarget(wished)).toBe(target);
  });
});

describe("permissions", () => {
  it("count both admin roles, no roles, and an employee record with an id", () => {
    expect([isAdmin(someone), isAdmin(admin)]).toEqual([false, true]);
    expect(isAdmin({ ...someone, roles: ["admin"] })).toBe(true);
    expect([isDeactivated(someone), isDeactivated(deactivated), isDeactivated({})]).toEqual([
      false,
      true,
      true,
    ]);
    const employee = { api_id: "x", metric_scopes: [], metric_permissions: [] };
    expect([isEmployee(someone), isEmployee({ ...someone, employee })]).toEqual([false, true]);
  });

  it("allow what the server listed", () => {
    expect([may(someone, "clients.view"), may(someone, "clients.create")]).toEqual([true, false]);
    expect([scope(someone, "clients.view"), scope(someone, "users.edit")]).toEqual(["own", null]);
  });
});
