// The hint of a form: shown for changed dated fields only, with their labels and a link to the record.
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderScreen } from "../../testing/renderScreen";
import { installServer } from "../../testing/server";
import type { FieldDescription } from "../form/fields";
import { DatedFieldsHint } from "./DatedFieldsHint";

installServer();

const fields: FieldDescription[] = [
  { kind: "text", name: "name", label: "clients.field.name" },
  {
    kind: "reference",
    name: "account_manager",
    label: "clients.field.account_manager",
    path: "/account-managers",
  },
  { kind: "reference", name: "team", label: "clients.field.team", path: "/teams" },
];
const ada = { api_id: "u1", name: "Ada" };
const record = { api_id: "c1", name: "Nord", account_manager: ada, team: null };

it("names the changed dated fields and links to the record", async () => {
  const values = { name: "Nord", account_manager: { api_id: "u2", name: "Bo" }, team: null };
  renderScreen(() => (
    <DatedFieldsHint records="clients" record={record} fields={fields} values={values} />
  ));
  const hint = await screen.findByRole("status");
  await waitFor(() =>
    expect(hint.textContent).toMatch(/^Account manager: the new value applies from today\./),
  );
  expect(screen.getByRole("link").getAttribute("href")).toBe("/clients/c1/view");
});

it("is empty while only other fields change", async () => {
  const values = { name: "Sud", account_manager: ada, team: null };
  renderScreen(() => (
    <DatedFieldsHint records="clients" record={record} fields={fields} values={values} />
  ));
  expect((await screen.findByRole("status")).textContent).toBe("");
});
