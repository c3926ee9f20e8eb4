// The pages of users: offered roles and actions, successors, reauthentication.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { User } from "../../../api/types";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server } from "../../../testing/server";
import { formFailures } from "../../../ui/form/fieldRules";
import { UserActions } from "./UserActions";
import { UserEdit } from "./UserEdit";
import { invitationFields, userFields } from "./userFields";

installServer();

const user: User = {
  api_id: "u1",
  email: "zoe@regie.example",
  name: "Zoé Nouvelle",
  first_name: "Zoé",
  last_name: "Nouvelle",
  locale: "fr-ca",
  timezone: "America/Toronto",
  currency: "CAD",
  roles: ["account_manager"],
  previous_roles: [],
  status: "active",
  two_factor: false,
  google_linked: false,
  last_seen_at: null,
  invited_at: null,
  undelivered_at: null,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  version: 1,
  grantable_roles: ["account_manager", "employee"],
  can: [],
};

const rolesOf = (fields: ReturnType<typeof userFields>) =>
  fields.find((field) => field.kind === "choices");

describe("roles", () => {
  it("of administrators are offered to super administrators only", () => {
    expect(rolesOf(invitationFields(["admin"]))).toMatchObject({
      values: ["financial_manager", "account_manager", "churn_manager", "employee"],
    });
    expect(rolesOf(invitationFields(["super_admin"]))).toMatchObject({
      values: expect.arrayContaining(["super_admin", "admin"]) as string[],
    });
  });

  it("are required, except for a deactivated user", () => {
    const roleFailure = (of: User) =>
      formFailures(userFields(of), { ...of, roles: [] } as never).roles?.key;
    expect(roleFailure(user)).toBe("users.roles_needed");
    expect(roleFailure({ ...user, roles: [], status: "deactivated" })).toBeUndefined();
  });
});

async function openMenu(can: User["can"]): Promise<string[]> {
  renderScreen(() => <UserActions user={{ ...user, can }} />, {
    otherPaths: ["/admin/users/$id/edit"],
  });
  const menu = await screen.findByRole("button", { name: "More actions: Zoé Nouvelle" });
  await userEvent.click(menu);
  return (await screen.findAllByRole("menuitem")).map((item) => item.textContent ?? "");
}

describe("actions", () => {
  it("are those that the server allows", async () => {
    expect(await openMenu(["impersonate", "end_sessions", "deactivate"])).toEqual([
      "Sign in as",
      "End all sessions",
      "Deactivate",
    ]);
    expect(screen.queryByRole("link", { name: "Edit" })).not.toBeInTheDocument();
  });

  it("include a successor when the user has open clients or projects", async () => {
    const responsibilities = { clients: 2, projects: 1, terms_to_come: 0 };
    server.use(
      http.get("/api/v1/users/u1/responsibilities", () =>
        HttpResponse.json({ data: responsibilities }),
      ),
    );
    await openMenu(["deactivate"]);
    await userEvent.click(screen.getByRole("menuitem", { name: "Deactivate" }));
    expect(await screen.findByText("2 open clients, 1 open project")).toBeVisible();
    expect(screen.getByRole("combobox", { name: "Hand over to" })).toBeVisible();
  });

  it("omit the successor when the user has none", async () => {
    const responsibilities = { clients: 0, projects: 0, terms_to_come: 0 };
    server.use(
      http.get("/api/v1/users/u1/responsibilities", () =>
        HttpResponse.json({ data: responsibilities }),
      ),
    );
    await openMenu(["deactivate"]);
    await userEvent.click(screen.getByRole("menuitem", { name: "Deactivate" }));
    expect(await screen.findByText("No open clients or projects.")).toBeVisible();
    expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
  });
});

describe("changed email", () => {
  it("is saved once, after reauthentication", async () => {
    const sent: string[] = [];
    let isProved = false;
    const editable: User = { ...user, can: ["edit"] };
    const factor = {
      totp: false,
      passkeys: [],
      recovery_codes_left: 0,
      reauthenticated_until: null,
    };
    server.use(
      http.get("/api/v1/users/u1", () => HttpResponse.json({ data: editable })),
      http.get("/api/v1/me/second-factor", () => HttpResponse.json({ data: factor })),
      http.patch("/api/v1/users/u1", async ({ request }) => {
        sent.push(`PATCH ${JSON.stringify(await request.json())}`);
        const refusal = { code: "reauthentication_required", message: "Confirm that it is you." };
        if (!isProved) return HttpResponse.json(refusal, { status: 403 });
        return HttpResponse.json({ data: { ...editable, email: "new@regie.example" } });
      }),
      http.post("/api/v1/me/reauthentications", () => {
        isProved = true;
        sent.push("proof");
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { router } = renderScreen(() => <UserEdit id="u1" />, {
      otherPaths: ["/admin/users/$id/view"],
    });
    const email = await screen.findByRole("textbox", { name: /^Email/ });
    await userEvent.clear(email);
    await userEvent.type(email, "new@regie.example");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await userEvent.type(await screen.findByLabelText("Your password"), "secret");
    await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/admin/users/u1/view"));
    const change = 'PATCH {"email":"new@regie.example","version":1}';
    expect(sent).toEqual([change, "proof", change]);
  });
});
