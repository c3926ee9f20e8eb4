// Holds the choices of how one is told to theirs: shown at once, sent one after the other, taken back when refused.
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
const usual: NotificationSettings = {
  events: [
    { event: "goals_due", in_app: true, by_mail: "digest", always_in_app: false },
    { event: "impersonation", in_app: true, by_mail: "at_once", always_in_app: true },
  ],
  digest_hour: 7,
  updated_at: null,
  version: 4,
};

/** Keeps what was sent; each answer is the next version, or the refusal that a test asks for. */
function answers(refusal?: { status: number; body: object }): unknown[] {
  const sent: unknown[] = [];
  server.use(
    http.get(PATH, () => HttpResponse.json({ data: usual })),
    http.patch(PATH, async ({ request }) => {
      sent.push(await request.json());
      if (refusal) return HttpResponse.json(refusal.body, { status: refusal.status });
      return HttpResponse.json({ data: { ...usual, version: usual.version + sent.length } });
    }),
  );
  return sent;
}

const open = (user: Partial<CurrentUser> = {}) =>
  renderScreen(() => <ProfilePage target="/" />, {
    at: "/screen?tab=notifications",
    user: { ...someone, ...user },
  });
const inApp = (event: string) => screen.findByRole("switch", { name: `${event}: in the app` });
const byMail = (event: string) => screen.findByRole("combobox", { name: `${event}: by email` });

describe("how one is told", () => {
  it("is changed choice by choice, each with the version of the one before", async () => {
    const sent = answers();
    open();
    await userEvent.click(await inApp("goals_due"));
    await userEvent.selectOptions(await byMail("goals_due"), "never");
    await userEvent.selectOptions(await byMail("impersonation"), "digest");
    await waitFor(() =>
      expect(sent).toEqual([
        { goals_due: { in_app: false }, version: 4 },
        { goals_due: { by_mail: "never" }, version: 5 },
        { impersonation: { by_mail: "digest" }, version: 6 },
      ]),
    );
    expect(await inApp("goals_due")).not.toBeChecked();
    expect(await byMail("goals_due")).toHaveValue("never");
    expect(await screen.findByText("Saved")).toBeVisible();
  });

  it("leaves what is always in the app alone, and says so", async () => {
    answers();
    open();
    await inApp("goals_due");
    expect(screen.getByRole("cell", { name: "Always" })).toBeVisible();
    expect(screen.queryByRole("switch", { name: /^impersonation/ })).toBeNull();
  });

  it("shows what is kept where a change is refused", async () => {
    answers({ status: 409, body: { code: "changed", message: "Changed", version: 5 } });
    const { result: toasts } = renderHook(useToasts);
    open();
    await userEvent.click(await inApp("goals_due"));
    await waitFor(() => expect(toasts.current).toHaveLength(1));
    await waitFor(async () => expect(await inApp("goals_due")).toBeChecked());
    expect(toasts.current[0]?.detail).toMatch(/please choose again/);
  });

  it("is closed to somebody who acts in the person's place", async () => {
    const until = new Date(Date.now() + 600_000).toISOString();
    open({ impersonator: { api_id: someone.api_id, name: "Olivier Gagnon", until } });
    expect(await screen.findByText(/Closed while you act/)).toBeVisible();
    expect(screen.queryByRole("switch")).toBeNull();
  });
});
