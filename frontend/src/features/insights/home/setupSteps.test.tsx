// The setup steps on the home page: what is done, where the next one leads, and hiding them with an undo.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import type { SampleData } from "../../../api/types";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { SetupSteps } from "./SetupSteps";
import { useOpenSetup } from "./setup";

installServer();

const steps = [
  { step: "organization", is_done: true, done: 1, open: 0 },
  { step: "connections", is_done: true, done: 3, open: 0 },
  { step: "people", is_done: false, done: 2, open: 24 },
  { step: "clients", is_done: false, done: 0, open: 71 },
  { step: "projects", is_done: false, done: 0, open: 386 },
  { step: "invitations", is_done: false, done: 0, open: 1 },
];
const admin = { ...someone, permissions: { "settings.edit": "all" as const } };
const noSample: SampleData = {
  state: "none",
  progress: 0,
  can_load: true,
  error: null,
  added: [],
};
let isDismissed = false;
let sample = noSample;

function Steps() {
  const setup = useOpenSetup();
  return (
    <>
      <PageTitle>Home</PageTitle>
      {setup && <SetupSteps setup={setup} />}
    </>
  );
}

beforeEach(() => {
  isDismissed = false;
  sample = noSample;
  server.use(
    http.get("/api/v1/setup", () =>
      HttpResponse.json({
        data: { is_dismissed: isDismissed, steps: isDismissed ? [] : steps },
      }),
    ),
    http.get("/api/v1/sample-data", () => HttpResponse.json({ data: sample })),
    http.post("/api/v1/sample-data/loadings", () => {
      sample = { ...sample, state: "loading", progress: 45, can_load: false };
      return HttpResponse.json({ data: sample }, { status: 201 });
    }),
    http.put("/api/v1/setup-dismissal", async ({ request }) => {
      ({ is_dismissed: isDismissed } = (await request.json()) as { is_dismissed: boolean });
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

it("shows how far each step is, and continues with the next one", async () => {
  renderScreen(() => <Steps />, { user: admin });
  const setup = within(await screen.findByRole("region", { name: "Set up Régie" }));
  expect(setup.getByText("2 of 6 steps done")).toBeVisible();
  expect(setup.getAllByRole("img", { name: "Done" })).toHaveLength(2);
  expect(setup.getByText("0 decided, 386 to decide")).toBeVisible();
  const next = setup.getByRole("link", { name: "Continue" });
  expect(next).toHaveAttribute("href", "/admin/matching?tab=person");
});

it("is hidden when an administrator hides it", async () => {
  renderScreen(() => <Steps />, { user: admin });
  const setup = within(await screen.findByRole("region", { name: "Set up Régie" }));
  await userEvent.click(setup.getByRole("button", { name: "Hide" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Set up Régie" })).toBeNull());
  expect(isDismissed).toBe(true);
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
});

it("is not read without the permission", async () => {
  renderScreen(() => <Steps />, { user: someone });
  expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Set up Régie" })).toBeNull();
});

it("loads sample data with one click, and shows the progress", async () => {
  renderScreen(() => <Steps />, { user: admin });
  await userEvent.click(await screen.findByRole("button", { name: "Load sample data" }));
  expect(await screen.findByText("Loading sample data: 45%")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Load sample data" })).toBeNull();
});

it("says why the sample was not loaded, and tries again", async () => {
  sample = { ...noSample, state: "failed", error: "failed" };
  renderScreen(() => <Steps />, { user: admin });
  expect(await screen.findByRole("alert")).toHaveTextContent("could not be created");
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

it("does not offer sample data beside records", async () => {
  sample = { ...noSample, can_load: false };
  renderScreen(() => <Steps />, { user: admin });
  await screen.findByRole("region", { name: "Set up Régie" });
  expect(screen.queryByText("Look around with sample data")).toBeNull();
});
