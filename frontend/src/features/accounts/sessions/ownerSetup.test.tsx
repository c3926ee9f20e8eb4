// The link of the first owner asks for the organization; other links do not.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { openApp } from "../../../testing/app";
import { installServer, server, someone, startAs } from "../../../testing/server";

installServer();

const PASSWORD = "a long good phrase";
const me = { ...someone, locale: "en-us", permissions: {} };
const sent: unknown[] = [];

function respond(body: object, status = 200) {
  server.use(
    http.post("/auth/owner-setups", async ({ request }) => {
      sent.push(await request.json());
      if (status === 200) startAs(me);
      return HttpResponse.json(body, { status });
    }),
  );
}

async function answer(name: string) {
  await userEvent.type(await screen.findByLabelText("Organization name"), name);
  await userEvent.type(screen.getByLabelText("New password"), PASSWORD);
  await userEvent.type(screen.getByLabelText("Confirm the new password"), PASSWORD);
  await userEvent.click(screen.getByRole("button", { name: "Save and sign in" }));
}

beforeEach(() => {
  sent.length = 0;
  startAs(null);
  // Home opens after signing in; what it shows is not tested here.
  server.use(http.get("/api/v1/triage", () => delay("infinite")));
});

describe("link of the first owner", () => {
  const link = "/en-us/auth/password#token=t-1&currency=EUR&first_name=Zo%C3%A9&last_name=Roy";

  it("proposes the browser's time zone and the stored currency, and sends the answers", async () => {
    respond({ data: me, second_factor: null });
    const { router, history } = openApp(link);
    const zone = await screen.findByLabelText("Time zone of the organization");
    expect(zone).toHaveValue(Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(screen.getByLabelText("Reporting currency")).toHaveValue("EUR");
    expect(screen.getByLabelText("Language")).toHaveValue("en-us");
    expect(screen.getByLabelText("First name")).toHaveValue("Zoé");
    await userEvent.clear(screen.getByLabelText("Last name"));
    await userEvent.type(screen.getByLabelText("Last name"), "Tremblay");
    expect(history.location.hash).toBe("");
    await userEvent.selectOptions(zone, "America/Halifax");
    await userEvent.selectOptions(screen.getByLabelText("Reporting currency"), "CAD");
    await answer("Boréale");
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    expect(sent).toEqual([
      {
        token: "t-1",
        password: PASSWORD,
        first_name: "Zoé",
        last_name: "Tremblay",
        name: "Boréale",
        locale: "en-us",
        timezone: "America/Halifax",
        reporting_currency: "CAD",
      },
    ]);
  });

  it("sends the language of the page, which its field changes", async () => {
    respond({ data: me, second_factor: null });
    openApp(link);
    await userEvent.selectOptions(await screen.findByLabelText("Language"), "fr-ca");
    expect(await screen.findByLabelText("Nom de l’organisation")).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText("Langue"), "en-us");
    await answer("Boréale");
    await waitFor(() => expect(sent).toMatchObject([{ locale: "en-us" }]));
  });

  it("requires a name, and shows what the server refuses at its field", async () => {
    respond({ code: "invalid", message: "", errors: { timezone: ["Unknown zone."] } }, 422);
    openApp(link);
    await answer(" ");
    expect(await screen.findByText("The field is required")).toBeVisible();
    expect(sent).toEqual([]);
    await answer("Boréale");
    expect(await screen.findByText("Unknown zone.")).toBeVisible();
  });

  it("names the command for another link when it is invalid", async () => {
    respond({ code: "link", message: "Expired.", errors: { token: ["Expired"] } }, 422);
    openApp(link);
    await answer("Boréale");
    expect(await screen.findByRole("heading", { name: "This link no longer works" })).toHaveFocus();
    expect(screen.getByText("regie owner-link you@example.com")).toBeVisible();
  });
});

it("asks for nothing about the organization with another link", async () => {
  openApp("/en-us/auth/password#token=t-1");
  await screen.findByLabelText("New password");
  expect(screen.queryByLabelText("Organization name")).toBeNull();
});
