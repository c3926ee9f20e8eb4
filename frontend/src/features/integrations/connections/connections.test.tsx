// Holds the connections to their words: progress, results, secrets, and what is done only after looking.
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
import { readConnectionsSearch } from "./connectionsSearch";
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

const show = (shown: Connection, user: CurrentUser = admin) =>
  renderScreen(() => <ConnectionCard connection={shown} />, { user });

describe("words", () => {
  it("say where a run is, how long it took and what it brought", () => {
    const at = (step: string | null) => progressText(translate, { step, done: 1, total: 5 });
    expect(at(null)).toBe("About to start");
    expect(at("time_entries")).toBe("Time entries (list 2 of 5)");
    expect(at("something_new")).toBe("Records (list 2 of 5)");
    expect(durationText(translate, run)).toBe("2\u00a0min 5\u00a0s");
    expect(durationText(translate, { ...run, finished_at: null })).toBeNull();
    expect(resultText(translate, { ...run, problems: 3 })).toBe(
      "1,204 records read, 3 could not be saved",
    );
    const missing = [{ kind: "time_entries", count: 1268, known: 8407 }] as const;
    expect(resultText(translate, { ...run, missing: [...missing] })).toBe(
      "1,204 records read, missing: 1,268 of 8,407 (Time entries)",
    );
    expect(resultText(translate, { ...run, records: 0 })).toBe("Nothing new");
    expect(resultText(translate, { ...run, status: "queued" })).toBe("Nothing yet");
  });
});

describe("a secret", () => {
  const settings = {
    service: "teamwork",
    url: "https://agency.teamwork.com",
    calls_per_minute: 140,
    has_key: true,
    has_webhook_secret: false,
  } as never;
  const fields = connectionFields(settings);
  const before = valuesFromRecord(fields, settings);
  const sent = (key: string | false) => changePayload(fields, before, { ...before, key });

  it("is sent when it is typed, removed as null, and otherwise left out", () => {
    expect(before.key).toBe("");
    expect(sent("")).toEqual({});
    expect(sent("  twk_new ")).toEqual({ key: "twk_new" });
    expect(sent(false)).toEqual({ key: null });
  });
});

describe("the address", () => {
  it("keeps a company's number to the last digit", () => {
    window.history.replaceState(null, "", "/?realmId=9130000000000001");
    const given = { code: "XAB1", state: "s", realmId: Number("9130000000000001") };
    expect(readConnectionsSearch(given)).toEqual({ ...given, realmId: "9130000000000001" });
    window.history.replaceState(null, "", "/");
  });

  it("opens the form of a service that there is, and a tab with what its list will judge", () => {
    expect(readConnectionsSearch({ edit: "teamwork" })).toEqual({ edit: "teamwork" });
    expect(readConnectionsSearch({ edit: "toString", tab: "nowhere" })).toEqual({});
    const history = { tab: "history", service: "hubspot,moon", deep: {} };
    expect(readConnectionsSearch(history)).toEqual({ tab: "history", service: "hubspot,moon" });
  });
});

describe("a card", () => {
  it("says when a consent ends soon", async () => {
    const ends = new Date(Date.now() + 5 * 86_400_000).toISOString();
    show({ ...connection, service: "quickbooks", consent_ends_at: ends });
    expect(await screen.findByText("Ends soon")).toBeVisible();
  });

  it("has missing records confirmed by somebody who has looked, and not before", async () => {
    const asked: unknown[] = [];
    server.use(
      http.post("/api/v1/sync-runs", async ({ request }) => {
        asked.push(await request.json());
        return HttpResponse.json({ data: run }, { status: 201 });
      }),
    );
    show({ ...connection, last_run: { ...run, status: "failed", error: "vanished" } });
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "They are really gone…" }));
    const dialog = await screen.findByRole("dialog");
    expect(asked).toEqual([]);
    await user.click(
      await within(dialog).findByRole("button", { name: "Mark as deleted what is not found" }),
    );
    await expect
      .poll(() => asked)
      .toEqual([{ service: "teamwork", full: true, accepts_missing: true }]);
  });

  it("offers nothing to those who only look", async () => {
    const user = { ...admin, permissions: { "connections.view": "all" } };
    show({ ...connection, last_run: { ...run, status: "failed", error: "vanished" } }, user);
    await screen.findByRole("heading", { name: /Teamwork/ });
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.queryByRole("link")).toBeNull();
  });
});
