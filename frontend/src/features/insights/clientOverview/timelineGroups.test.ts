// The filters of a timeline follow what the user may see.
import { expect, it } from "vitest";
import { someone } from "../../../testing/server";
import { permittedGroups, readGroup } from "./timelineGroups";

const withPermissions = (...permissions: string[]) => ({
  ...someone,
  permissions: Object.fromEntries(permissions.map((permission) => [permission, "all"])),
});

it("offers money only to those who see the amounts of the client", () => {
  const user = withPermissions("clients.money", "projects.view");
  expect(permittedGroups(user, true)).toEqual(["notes", "money", "projects", "people"]);
  expect(permittedGroups(user, false)).toEqual(["notes", "projects", "people"]);
  expect(permittedGroups(withPermissions("projects.view"), true)).not.toContain("money");
});

it("offers hours and extra work to those who see them", () => {
  const groups = permittedGroups(withPermissions("retainers.view", "oos_sales.view"), false);
  expect(groups).toEqual(["notes", "hours", "sales", "people"]);
});

it("reads an address with a filter that is not offered as all events", () => {
  expect(readGroup("money", ["notes"])).toBeUndefined();
  expect(readGroup("notes", ["notes"])).toBe("notes");
});
