// Connections: progress and results as text, secrets, search parameters, and confirmed actions.
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { Connection, CurrentUser } from "../../../api/types";
import { translate } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { changePayload, valuesFromRecord } from "../../../ui/form/payload";
import { ConnectionCard } from "./ConnectionCard";
import { connectionFields } from "./connectionFields";
import { parseConnectionsSearch } from "./connectionsSearch";
import { durationText, progressText, resultText } from "./runText";

installServer();

const run: NonNullable<Connection["last_run"]> = {
  api_id: "r1",
  status: "succeeded",
  is_full: false,
  is_first: false,
  started_at: "2026-11-20T10:00:00Z",
  finished_at: "2026-11-20T10:02:05Z",
  progress: { step: null, done: 5, total: 5 },
  records: 1204,
  problems: 0,
  missing: [],
  error: null,
  message: null,
};

const connection: Connection = {
  service: "teamwork",
  state: "ok",
  last_success_at: "2026-11-20T10:02:05Z",
  next_run_at: null,
  consent_ends_at: null,
  last_run: run,
  message: null,
  what_to_do: null,
};

const admin: CurrentUser = {
  ...someone,
  roles: ["admin"],
  permissions: { "connections.view": "all", "connections.run": "all" },
};

const renderCard = (shown: Connection, user: CurrentUser = admin) =>
  renderScreen(() => <ConnectionCard connection={shown} />, { user });

describe("run", () => {
  it("has its step, duration and result as text", () => {
    const progressAt = (step: string | null) =>
      progressText(translate, { step, done: 1, total: 5 });
    expect(progressAt(null)).toBe("Starting…");
    expect(progressAt("time_entries")).toBe("Time entries (list 2 of 5)");
    expect(progressAt("something_new")).toBe("Records (list 2 of 5)");
    expect(durationText(translate, run)).toBe("2\u00a0min 5\u00a0s");
    expect(durationText(translate, { ...run, finished_at: null })).toBeNull();
    expect(resultText(translate, { ...run, problems: 3 })).toBe("1,204 records read, 3 not saved");
    const missing = [{ kind: "time_entries", count: 1268, known: 8407 }] as const;
    expect(resultText(translate, { ...run, missing: [...missing] })).toBe(
      "1,204 records read, missing: 1,268 of 8,407 (Time entries)",
    );
    expect(resultText(translate, { ...run, records: 0 })).toBe("No new records");
    expect(resultText(translate, { ...run, status: "queued" })).toBe("No result yet");
  });
});

describe("secret", () => {
  const settings = {
    service: "teamwork",
    url: "https://agency.teamwork.com",
    calls_per_minute: 140,
    has_key: true,
    has_webhook_secret: false,
  } as never;
  const fields = connectionFields(settings);
  const before = valuesFromRecord(fields, settings);
  const payloadOf = (key: string | false) => changePayload(fields, before, { ...before, key });

  it("is sent when it is typed, removed as null, and otherwise left out", () => {
    expect(before.key).toBe("");
    expect(payloadOf("")).toEqual({});
    expect(payloadOf("  twk_new ")).toEqual({ key: "twk_new" });
    expect(payloadOf(false)).toEqual({ key: null });
  });
});

describe("search parameters", () => {
  it("preserve all digits of a company's number", () => {
    window.history.replaceState(null, "", "/?realmId=9130000000000001");
    const parameters = { code: "XAB1", state: "s", realmId: Number("9130000000000001") };
    expect(parseConnectionsSearch(parameters)).toEqual({
      ...parameters,
      realmId: "9130000000000001",
    });
    window.history.replaceState(null, "", "/");
  });

  it("accept known services and tabs, with the parameters of the tab's list", () => {
    expect(parseConnectionsSearch({ edit: "teamwork" })).toEqual({ edit: "teamwork" });
    expect(parseConnectionsSearch({ edit: "toString", tab: "nowhere" })).toEqual({});
    const history = { tab: "history", service: "hubspot,moon", deep: {} };
    expect(parseConnectionsSearch(history)).toEqual({ tab: "history", service: "hubspot,moon" });
  });
});

describe("card", () => {
  it("warns when the consent ends soon", async () => {
    const ends = new Date(Date.now() + 5 * 86_400_000).toISOString();
    renderCard({ ...connection, service: "quickbooks", consent_ends_at: ends });
    expect(await screen.findByText("Expires soon")).toBeVisible();
  });

  it("marks missing records as deleted only after a confirmation", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post("/api/v1/sync-runs", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ data: run }, { status: 201 });
      }),
    );
    renderCard({ ...connection, last_run: { ...run, status: "failed", error: "vanished" } });
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Confirm missing records…" }));
    const dialog = await screen.findByRole("dialog");
    expect(sent).toEqual([]);
    await user.click(await within(dialog).findByRole("button", { name: "Mark as deleted" }));
    await expect
      .poll(() => sent)
      .toEqual([{ service: "teamwork", full: true, accepts_missing: true }]);
  });

  it("offers no actions to users who may only view", async () => {
    const user = { ...admin, permissions: { "connections.view": "all" } };
    renderCard({ ...connection, last_run: { ...run, status: "failed", error: "vanished" } }, user);
    await screen.findByRole("heading", { name: /Teamwork/ });
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.queryByRole("link")).toBeNull();
  });
});
