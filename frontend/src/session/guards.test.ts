// Tests the route guards and the redirect after sign-in.
import { describe, expect, it } from "vitest";
import { someone } from "../testing/server";
import { runGuards, safeRedirect } from "./guards";
import { can, isAdmin, isDeactivated, isEmployee, scope } from "./permissions";

const admin = { ...someone, roles: ["super_admin"] };
const deactivated = { ...someone, roles: [] };
const enrolling = { ...admin, must_enrol: true };
const toLogin = { to: "/auth/login", search: { redirect: "/clients?page=2" } };

describe("route guards", () => {
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
  ])("guards %j", (names, user, outcome) => {
    expect(runGuards(names, { user, href: "/clients?page=2" })).toEqual(outcome);
  });

  it("omits the redirect parameter for the home page", () => {
    expect(runGuards(["auth"], { user: null, href: "/" })).toEqual({ to: "/auth/login" });
  });

  it("redirects a signed-in user to the target of the sign-in", () => {
    const at = (href: string) => runGuards(["guest"], { user: someone, href });
    expect(at("/auth/login?redirect=%2Fclients%3Fpage%3D2")).toEqual({ href: "/clients?page=2" });
    expect(at("/auth/login?redirect=%2F%2Fevil.example")).toEqual({ to: "/" });
  });

  it.each([
    ["/clients?page=2", { to: "/profile", search: { redirect: "/clients?page=2" } }],
    ["/", { to: "/profile", search: {} }],
    ["/profile", null],
    ["/profile?redirect=%2Fclients", null],
    ["/profiles", { to: "/profile", search: { redirect: "/profiles" } }],
  ])("redirects a user who must set up a second factor from %s", (href, outcome) => {
    expect(runGuards(["auth"], { user: enrolling, href })).toEqual(outcome);
    expect(runGuards(["auth", "admin"], { user: enrolling, href })).toEqual(outcome);
  });

  it("throws on an unknown guard", () => {
    const run = () => runGuards(["auht"], { user: someone, href: "/" });
    expect(run).toThrow("Unknown route middleware: auht");
  });
});

describe("the redirect after sign-in", () => {
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
  ])("%j → %s", (value, target) => {
    expect(safeRedirect(value)).toBe(target);
  });
});

describe("permissions", () => {
  it("recognizes administrators, deactivated users and employees", () => {
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

  it("reads permissions and scopes from the server's list", () => {
    expect([can(someone, "clients.view"), can(someone, "clients.create")]).toEqual([true, false]);
    expect([scope(someone, "clients.view"), scope(someone, "users.edit")]).toEqual(["own", null]);
  });
});
