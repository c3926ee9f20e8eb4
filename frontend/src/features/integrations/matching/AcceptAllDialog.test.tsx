// Before all certain matches are accepted, the closed months that their links change are named.
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { CurrentUser } from "../../../api/types";
import { loadMessages } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { AcceptAllDialog } from "./AcceptAllDialog";

installServer();

const user: CurrentUser = {
  ...someone,
  permissions: { "months.view": "all", "matching.view": "all", "matching.edit": "all" },
};
const filter = { kind: "person", status: "proposed", search: "" } as const;
const matchOf = (api_id: string, ...closed_months: string[]) => ({
  api_id,
  name: api_id,
  target: { api_id: "e1", name: "Ana" },
  records: [{ closed_months: [] }, { closed_months }],
});

it("names the closed months of all matches, also those of later pages", async () => {
  const months = ["2026-10", "2026-09", "2026-08"].map((api_id) => ({
    api_id,
    starts_on: `${api_id}-01`,
    state: "closed",
  }));
  const pages = [[matchOf("a", "2026-10-01"), matchOf("b")], [matchOf("c", "2026-08-01")]];
  server.use(
    http.get("*/api/v1/months", () => HttpResponse.json({ data: months, meta: { total: 3 } })),
    http.get("*/api/v1/account-managers", () => HttpResponse.json({ data: [], meta: {} })),
    http.get("*/api/v1/matches", ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get("page"));
      return HttpResponse.json({ data: pages[page - 1], meta: { total: 3, last_page: 2 } });
    }),
  );
  await loadMessages("administration");
  renderScreen(() => <AcceptAllDialog filter={filter} count={3} onClose={() => undefined} />, {
    user,
  });
  expect(await screen.findByText(/^August 2026, October 2026 are closed\./)).toBeVisible();
  expect(screen.getByRole("button", { name: "Accept 3" })).toBeEnabled();
});

function serve(reads: { count: number; isDown: boolean }) {
  server.use(
    http.get("*/api/v1/months", () => HttpResponse.json({ data: [], meta: { total: 0 } })),
    http.get("*/api/v1/account-managers", () => HttpResponse.json({ data: [], meta: {} })),
    http.get("*/api/v1/matches", () => {
      reads.count += 1;
      return reads.isDown
        ? HttpResponse.json({}, { status: 403 })
        : HttpResponse.json({ data: [matchOf("a")], meta: { total: 1, last_page: 1 } });
    }),
  );
}

it("accepts the matches that it has read, without reading them again", async () => {
  const reads = { count: 0, isDown: false };
  serve(reads);
  const bodies: unknown[] = [];
  server.use(
    http.post("*/api/v1/match-batches", async ({ request }) => {
      bodies.push(await request.json());
      const results = [{ status: 201, message: null, errors: {} }];
      return HttpResponse.json({ data: { results } });
    }),
  );
  await loadMessages("administration");
  renderScreen(() => <AcceptAllDialog filter={filter} count={1} onClose={() => undefined} />, {
    user,
  });
  const accept = await screen.findByRole("button", { name: "Accept 1" });
  await waitFor(() => expect(accept).toBeEnabled());
  fireEvent.click(accept);
  expect(await screen.findByText("1 match was accepted.")).toBeVisible();
  expect(bodies).toHaveLength(1);
  expect(reads.count).toBe(1);
});

it("accepts nothing until the matches could be read", async () => {
  const reads = { count: 0, isDown: true };
  serve(reads);
  await loadMessages("administration");
  renderScreen(() => <AcceptAllDialog filter={filter} count={1} onClose={() => undefined} />, {
    user,
  });
  const retry = await screen.findByRole("button", { name: "Try again" });
  const accept = screen.getByRole("button", { name: "Accept 1" });
  expect(accept).toBeDisabled();
  reads.isDown = false;
  fireEvent.click(retry);
  await waitFor(() => expect(accept).toBeEnabled());
});
