// Tests fields with several values, time zones, and the form of a singleton.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { renderScreen } from "../../testing/renderScreen";
import { installServer, server } from "../../testing/server";
import { DescribedForm } from "./DescribedForm";
import type { FieldDescription } from "./fields";
import type { EditedRecord } from "./saveRecord";

installServer();

const enums = {
  role: ["admin", "account_manager", "employee"].map((value) => ({
    value,
    name_en: value,
    name_fr: value,
    is_active: true,
  })),
  user_status: [{ value: "active", name_en: "Active", name_fr: "Actif", is_active: true }],
};

const fields: readonly FieldDescription[] = [
  {
    kind: "choices",
    name: "roles",
    label: "users.field.roles",
    enumName: "role",
    values: ["account_manager", "employee"],
    required: true,
    whenEmpty: "users.roles_needed",
  },
  { kind: "timezone", name: "timezone", label: "users.field.timezone" },
  {
    kind: "choice",
    name: "status",
    label: "users.field.status",
    enumName: "user_status",
    values: ["active"],
  },
];

const sent: unknown[] = [];
beforeEach(() => {
  sent.length = 0;
  const answer = async ({ request }: { request: Request }) => {
    sent.push([request.method, new URL(request.url).pathname, await request.json()]);
    return HttpResponse.json({ data: {} });
  };
  server.use(http.patch("/api/v1/users/u1", answer), http.post("/api/v1/settings", answer));
});

function open(record: EditedRecord, path = "/users") {
  renderScreen(
    () => (
      <DescribedForm
        formKey="test"
        path={path}
        fields={fields}
        record={record}
        onSaved={() => undefined}
        onCancel={() => undefined}
      />
    ),
    { enums },
  );
  return userEvent.setup();
}

const box = (name: string) => screen.findByRole("checkbox", { name });
const save = () => screen.getByRole("button", { name: "Save" });

describe("a field with several values", () => {
  it("keeps a value that the user cannot change", async () => {
    const user = open({ api_id: "u1", version: 3, roles: ["admin"], timezone: "UTC" });
    expect(await box("admin")).toBeDisabled();
    expect(await box("admin")).toBeChecked();
    await user.click(await box("employee"));
    await user.click(save());
    await waitFor(() =>
      expect(sent).toEqual([
        ["PATCH", "/api/v1/users/u1", { roles: ["admin", "employee"], version: 3 }],
      ]),
    );
  });

  it("is unchanged in another order", async () => {
    const user = open({ api_id: "u1", version: 3, roles: ["employee", "account_manager"] });
    await user.click(await box("employee"));
    await user.click(await box("employee"));
    expect(save()).toBeDisabled();
  });

  it("shows its own message when empty", async () => {
    const user = open({ api_id: "u1", version: 3, roles: ["employee"] });
    await user.click(await box("employee"));
    await user.click(save());
    expect((await screen.findAllByText(/choose “Deactivate”/)).length).toBeGreaterThan(0);
    expect(sent).toEqual([]);
  });
});

describe("a value that only a newer server knows", () => {
  it("is shown as its text and stays when another field is saved", async () => {
    const user = open({ api_id: "u1", version: 3, roles: ["auditor"], status: "frozen" });
    expect(await box("auditor")).toBeChecked();
    expect(screen.getByRole("combobox", { name: "Status" })).toHaveDisplayValue("frozen");
    await user.click(await box("employee"));
    await user.click(save());
    await waitFor(() =>
      expect(sent).toEqual([
        ["PATCH", "/api/v1/users/u1", { roles: ["auditor", "employee"], version: 3 }],
      ]),
    );
  });
});

describe("a time zone", () => {
  it("is found by part of its name in any spelling", async () => {
    const user = open({ api_id: "u1", version: 1, roles: ["employee"], timezone: "" });
    await user.type(await screen.findByRole("combobox", { name: "Time zone" }), "los ang");
    await user.click(await screen.findByRole("option", { name: /America \/ Los Angeles \(GMT/ }));
    await user.click(save());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toContainEqual({ timezone: "America/Los_Angeles", version: 1 });
  });
});

describe("a singleton", () => {
  it("is changed at its own path with the version that was read", async () => {
    const user = open({ version: 0, roles: ["employee"] }, "/settings");
    await user.click(await box("account_manager"));
    await user.click(save());
    const body = { roles: ["account_manager", "employee"], version: 0 };
    await waitFor(() => expect(sent).toEqual([["POST", "/api/v1/settings", body]]));
  });
});
