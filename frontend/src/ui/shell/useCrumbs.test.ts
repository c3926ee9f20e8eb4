// Tests the breadcrumbs: the hierarchy of pages, with links that lead upward.
import { expect, it } from "vitest";
import type { CurrentUser } from "../../api/types";
import { someone } from "../../testing/server";
import { crumbsOf } from "./useCrumbs";

const ID = "0199a2b4-0000-7000-8000-000000000001";
const CLIENT_ID = "0199a2b4-0000-7000-8000-000000000002";
const PERMISSIONS = {
  "clients.view": "all",
  "projects.view": "all",
  "directory.view": "all",
  "settings.view": "all",
  "users.view": "all",
  "months.view": "all",
  "core_values.edit": "all",
  "employees.cost_rates": "all",
};
const administrator = { ...someone, roles: ["admin"], permissions: PERMISSIONS } as CurrentUser;
const project = { name: "Website care", client: { api_id: CLIENT_ID, name: "Caisse Horizon" } };

function crumbs(path: string, record?: object, user = administrator): string[] {
  const found = crumbsOf({ path, record, user, locale: "en-us", t: (key) => key });
  return found.map(({ label, to }) => `${label.replace("shell.", "")} ${to}`);
}

const clientPath = `/clients/${CLIENT_ID}/view`;
const projectPath = `/projects/${ID}/view`;

it.each([
  [projectPath, []],
  [`/projects/${ID}/edit`, [`breadcrumbs.edit /projects/${ID}/edit`]],
  [`/projects/${ID}/churn`, [`breadcrumbs.churn /projects/${ID}/churn`]],
  [`/admin/projects/${ID}/edit`, [`breadcrumbs.edit /admin/projects/${ID}/edit`]],
])("puts a project below its client: %s", (path, last) => {
  expect(crumbs(path, project)).toEqual([
    "nav.clients /clients",
    `Caisse Horizon ${clientPath}`,
    `Website care ${projectPath}`,
    ...last,
  ]);
});

it("puts a project below the projects when the client is out of reach", () => {
  const below = ["nav.projects /projects", `Website care ${projectPath}`];
  const closed = { ...project, client: { ...project.client, can_open: false } };
  expect(crumbs(projectPath, closed)).toEqual(below);
  const { "clients.view": _, ...others } = PERMISSIONS;
  expect(crumbs(projectPath, project, { ...administrator, permissions: others })).toEqual(below);
});

it.each([
  ["/", ["nav.home /"]],
  ["/clients", ["nav.clients /clients"]],
  ["/projects/retainer", ["nav.projects /projects", "nav.retainer /projects/retainer"]],
  ["/margin", ["nav.receivables /receivables", "nav.margin /margin"]],
  ["/projects/create", ["nav.projects /projects", "breadcrumbs.create /projects/create"]],
  [
    "/months/2026-10",
    ["nav.settings /organization", "nav.months /months", "October 2026 /months/2026-10"],
  ],
  [
    "/admin/users/create",
    [
      "nav.settings /organization",
      "nav.admin_users /admin/users",
      "breadcrumbs.create /admin/users/create",
    ],
  ],
  ["/profile", ["breadcrumbs.profile /profile"]],
])("names the page and those above it: %s", (path, expected) => {
  expect(crumbs(path)).toEqual(expected);
});

it("shows the list alone until the record is known", () => {
  expect(crumbs(clientPath)).toEqual(["nav.clients /clients"]);
  expect(crumbs(projectPath)).toEqual([]);
});

it("stays in the administrators' area", () => {
  const path = `/admin/employees/${ID}/edit`;
  expect(crumbs(path, { name: "Sarah" })[1]).toBe(`Sarah /admin/employees/${ID}/view`);
});

it("names a core value in the language of the page", () => {
  const record = { name_en: "Care", name_fr: "Soin" };
  expect(crumbs(`/admin/core-values/${ID}/view`, record)[2]).toContain("Care");
});
