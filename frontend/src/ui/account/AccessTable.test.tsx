// Tests the table of permissions: grouped by resource, with the scope and the roles of each.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Access } from "../../api/types";
import { renderScreen } from "../../testing/renderScreen";
import { AccessTable } from "./AccessTable";

const access: Access = {
  user: "Amélie Tremblay",
  roles: ["account_manager", "employee"],
  grants: [
    { permission: "projects.view", scope: "all", roles: ["account_manager"], by_record: false },
    { permission: "clients.edit", scope: "own", roles: ["account_manager"], by_record: false },
    {
      permission: "clients.view",
      scope: "team",
      roles: ["account_manager", "employee"],
      by_record: false,
    },
    { permission: "statistics.hours", scope: "own", roles: [], by_record: true },
  ],
};
const role = [
  {
    value: "account_manager",
    name_en: "Account manager",
    name_fr: "Gestionnaire de compte",
    is_active: true,
  },
  { value: "employee", name_en: "Employee", name_fr: "Employé", is_active: true },
];

it("shows each permission with its scope and roles", async () => {
  renderScreen(() => <AccessTable access={access} />, { enums: { role } });
  const tables = await screen.findAllByRole("table");
  expect(tables.map((table) => table.querySelector("caption")?.textContent)).toEqual([
    "Clients",
    "Figures",
    "Projects",
  ]);
  const rows = within(tables[0] as HTMLElement).getAllByRole("row");
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    "Edit and archive clientsOwn onlyAccount manager",
    "View clientsOwn teamAccount manager, Employee",
  ]);
  expect(within(tables[1] as HTMLElement).getAllByRole("row")[1]?.textContent).toBe(
    "View hours and utilizationOwn onlyEmployee record",
  );
});

it("shows a message without permissions", async () => {
  renderScreen(() => <AccessTable access={{ ...access, grants: [] }} />);
  expect(
    await screen.findByText("No permissions. An administrator can assign a role."),
  ).toBeVisible();
});
