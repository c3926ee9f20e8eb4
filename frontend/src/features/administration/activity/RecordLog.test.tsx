// The log of a record between two days: of a client with its retainers, and in words when there is nothing.
import { screen } from "@testing-library/react";
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
  expect(await screen.findByText(/^The log has no change of this record/)).toBeVisible();
  expect(asked[0]).toContain(query);
});

it("says that the role does not see the log", async () => {
  renderScreen(() => <RecordLog record={{ api_id: "c1", kind: "invoice" }} days={days} />);
  expect(await screen.findByText("Your role does not see the activity log.")).toBeVisible();
});
