// The log of a record between two days: of a client with its retainers, and in words when there is nothing.
import { fireEvent, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { CurrentUser } from "../../../api/types";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { RecordLog } from "./RecordLog";

installServer();

const user: CurrentUser = { ...someone, permissions: { "activity.view_money": "all" } };
const days = { from: "2026-11-10", to: "2026-11-12" };

it.each([
  ["client", "subject=c1&subject=p1&at_from=2026-11-10&at_to=2026-11-12"],
  ["invoice", "subject=c1&at_from=2026-11-10&at_to=2026-11-12"],
])("of a record of the kind %s is read for these days", async (kind, query) => {
  const asked: string[] = [];
  server.use(
    http.get("*/api/v1/projects", () =>
      HttpResponse.json({ data: [{ api_id: "p1" }], meta: { total: 1 } }),
    ),
    http.get("*/api/v1/activity", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ data: [], meta: { total: 0 } });
    }),
  );
  renderScreen(() => <RecordLog record={{ api_id: "c1", kind }} days={days} />, { user });
  expect(await screen.findByText(/^The part of the log that your role sees has no/)).toBeVisible();
  expect(asked[0]).toContain(query);
});

it("says that the role does not see the log", async () => {
  renderScreen(() => <RecordLog record={{ api_id: "c1", kind: "invoice" }} days={days} />);
  expect(await screen.findByText("Your role does not see the activity log.")).toBeVisible();
});

const none = { data: [], meta: { total: 0 } };
const auditor: CurrentUser = {
  ...someone,
  permissions: { "activity.view": "all", "churns.view": "all" },
};

/** Answers with retainers, churns and no entry; returns what was asked of each call. */
function answer(retainers: readonly string[], churns: readonly string[], entries = 0) {
  const asked = new Map<string, URLSearchParams>();
  const list = (path: string, ids: readonly string[], total = ids.length) =>
    http.get(`*/api/v1/${path}`, ({ request }) => {
      asked.set(path, new URL(request.url).searchParams);
      return HttpResponse.json({ data: ids.map((api_id) => ({ api_id })), meta: { total } });
    });
  server.use(list("projects", retainers), list("churn-events", churns));
  server.use(list("activity", [], entries));
  return asked;
}

it("reads archived retainers and the churn of a client", async () => {
  const asked = answer(["p1"], ["e1", "e2"]);
  const record = { api_id: "c1", kind: "client" };
  renderScreen(() => <RecordLog record={record} days={days} />, { user: auditor });
  const text = await screen.findByText("The log has no change of this record in that time.");
  expect(text).toBeVisible();
  expect(asked.get("projects")?.get("archived")).toBe("include");
  expect(asked.get("churn-events")?.getAll("client")).toEqual(["c1"]);
  expect(asked.get("activity")?.getAll("subject")).toEqual(["c1", "p1", "e1", "e2"]);
  expect(screen.queryByText(/the log may have more/)).toBeNull();
});

it.each([
  [Array.from({ length: 10 }, (_, number) => `p${number}`), 0, "10 records"],
  [[], 51, "1 record"],
])("says that the log may have more: retainers %j, %i entries", async (ids, entries, records) => {
  const asked = answer(ids, [], entries);
  const record = { api_id: "c1", kind: "client" };
  renderScreen(() => <RecordLog record={record} days={days} />, { user: auditor });
  const text = `The newest 50 entries about ${records} are read here; the log may have more.`;
  expect(await screen.findByText(text)).toBeVisible();
  expect(asked.get("activity")?.getAll("subject").length).toBeLessThanOrEqual(10);
});

it.each(["projects", "churn-events"])("can be read again after %s failed", async (path) => {
  const asked = answer([], []);
  let isDown = true;
  server.use(
    http.get(`*/api/v1/${path}`, () =>
      isDown ? HttpResponse.json({}, { status: 403 }) : HttpResponse.json(none),
    ),
  );
  const record = { api_id: "c1", kind: "client" };
  renderScreen(() => <RecordLog record={record} days={days} />, { user: auditor });
  const retry = await screen.findByRole("button", { name: "Try again" });
  expect(asked.get("activity")).toBeUndefined();
  isDown = false;
  fireEvent.click(retry);
  expect(await screen.findByText(/^The log has no change of this record/)).toBeVisible();
});
