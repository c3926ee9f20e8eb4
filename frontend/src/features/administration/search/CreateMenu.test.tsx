// The button to create something is there for those whose menu has an entry.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { CurrentUser } from "../../../api/types";
import { renderScreen } from "../../../testing/renderScreen";
import { someone } from "../../../testing/server";
import { CreateMenu } from "./CreateMenu";

const employee = { ...someone, permissions: { "awards.give": "all" } } as CurrentUser;
const impersonator = { api_id: "x", name: "Olivier Gagnon", until: "2026-11-20T18:00:00Z" };
const openers = { onGive: () => undefined, onChurn: () => undefined };

it.each([
  ["a user who may only give recognition", employee, 1],
  ["an administrator in the place of that user", { ...employee, impersonator }, 0],
])("%s", async (_whose, user, buttons) => {
  const header = () => (
    <>
      <h1>Header</h1>
      <CreateMenu {...openers} />
    </>
  );
  renderScreen(header, { user });
  await screen.findByRole("heading", { name: "Header" });
  expect(screen.queryAllByRole("button", { name: "Create a record" })).toHaveLength(buttons);
});
