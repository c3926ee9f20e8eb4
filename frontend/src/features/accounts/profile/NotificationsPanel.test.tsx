// Notification choices: optimistic, saved in order, and rolled back after a conflict.
import { renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { CurrentUser, NotificationSettings } from "../../../api/types";
import { useToasts } from "../../../lib/toasts";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { ProfilePage } from "./ProfilePage";

installServer();

const PATH = "/api/v1/me/notification-settings";
const storedChoices: NotificationSettings = {
  events: [
    { event: "goals_due", in_app: true, by_mail: "digest", always_in_app: false },
    { event: "impersonation", in_app: true, by_mail: "at_once", always_in_app: true },
  ],
  digest_hour: 7,
  updated_at: null,
  version: 4,
};

/** Records the requests; each response has the next version, or is the given refusal. */
function mockServer(refusal?: { status: number; body: object }): unknown[] {
  const sent: unknown[] = [];
  server.use(
    http.get(PATH, () => HttpResponse.json({ data: storedChoices })),
    http.patch(PATH, async ({ request }) => {
      sent.push(await request.json());
      if (refusal) return HttpResponse.json(refusal.body, { status: refusal.status });
      return HttpResponse.json({
        data: { ...storedChoices, version: storedChoices.version + sent.length },
      });
    }),
  );
  return sent;
}

const open = (user: Partial<CurrentUser> = {}) =>
  renderScreen(() => <ProfilePage target="/" />, {
    at: "/screen?tab=notifications",
    user: { ...someone, ...user },
  });
const findInAppSwitch = (event: string) =>
  screen.findByRole("switch", { name: `${event}: in the app` });
const findMailSelect = (event: string) =>
  screen.findByRole("combobox", { name: `${event}: by email` });

describe("notification choices", () => {
  it("saves each choice with the version of the previous response", async () => {
    const sent = mockServer();
    open();
    await userEvent.click(await findInAppSwitch("goals_due"));
    await userEvent.selectOptions(await findMailSelect("goals_due"), "never");
    await userEvent.selectOptions(await findMailSelect("impersonation"), "digest");
    await waitFor(() =>
      expect(sent).toEqual([
        { goals_due: { in_app: false }, version: 4 },
        { goals_due: { by_mail: "never" }, version: 5 },
        { impersonation: { by_mail: "digest" }, version: 6 },
      ]),
    );
    expect(await findInAppSwitch("goals_due")).not.toBeChecked();
    expect(await findMailSelect("goals_due")).toHaveValue("never");
    expect(await screen.findByText("Saved")).toBeVisible();
  });

  it("shows Always instead of a switch for events that are always in the app", async () => {
    mockServer();
    open();
    await findInAppSwitch("goals_due");
    expect(screen.getByRole("cell", { name: "Always" })).toBeVisible();
    expect(screen.queryByRole("switch", { name: /^impersonation/ })).toBeNull();
  });

  it("shows the stored choices after a conflict", async () => {
    mockServer({ status: 409, body: { code: "changed", message: "Changed", version: 5 } });
    const { result: toasts } = renderHook(useToasts);
    open();
    await userEvent.click(await findInAppSwitch("goals_due"));
    await waitFor(() => expect(toasts.current).toHaveLength(1));
    await waitFor(async () => expect(await findInAppSwitch("goals_due")).toBeChecked());
    expect(toasts.current[0]?.detail).toMatch(/choose again/);
  });

  it("is hidden during impersonation", async () => {
    const until = new Date(Date.now() + 600_000).toISOString();
    open({ impersonator: { api_id: someone.api_id, name: "Olivier Gagnon", until } });
    expect(await screen.findByText(/Not available while you are signed in/)).toBeVisible();
    expect(screen.queryByRole("switch")).toBeNull();
  });
});
