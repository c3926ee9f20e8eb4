// Tests that the sidebar offers only screens that the user may open.
import { expect, it } from "vitest";
import { someone } from "../../testing/server";
import { permittedNavigation } from "./permittedNavigation";

const paths = (permissions: Record<string, string>) =>
  permittedNavigation({ ...someone, permissions }).flatMap(({ destinations }) =>
    destinations.map(({ to }) => to),
  );

it.each([
  [{ "statistics.hours": "own" }, true],
  [{ "retainers.adjust": "own" }, true],
  [{ "projects.view": "all", "retainers.view": "all" }, false],
])("offers time entries with one of their permissions: %j, %s", (permissions, expected) => {
  expect(paths(permissions).includes("/time-entries")).toBe(expected);
});
