// Before a link is saved, the closed months that it changes are named: in the note, and where links are made.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import type { CurrentUser } from "../../api/types";
import { renderScreen } from "../../testing/renderScreen";
import { installServer, server, someone } from "../../testing/server";
import { ClosedMonthNote } from "./ClosedMonthNote";

installServer();

const controller: CurrentUser = { ...someone, permissions: { "months.view": "all" } };
const monthOf = (name: string, state: string) => ({
  api_id: name,
  starts_on: `${name}-01`,
  ends_on: `${name}-28`,
  state,
});

beforeEach(() => {
  const data = [
    monthOf("2026-11", "open"),
    monthOf("2026-10", "closed"),
    monthOf("2026-09", "closed"),
  ];
  server.use(
    http.get("*/api/v1/months", () => HttpResponse.json({ data, meta: { total: data.length } })),
  );
});

it("names each closed month of the days once, oldest first", async () => {
  const days = ["2026-10-31", "2026-09-02", "2026-10-01", "2026-11-03"];
  renderScreen(() => <ClosedMonthNote days={days} />, { user: controller });
  expect(await screen.findByRole("status")).toHaveTextContent(
    /^September 2026, October 2026 are closed\. Their published figures stay/,
  );
});

it("says one closed month in the singular", async () => {
  renderScreen(() => <ClosedMonthNote days={["2026-10-07"]} />, { user: controller });
  expect(await screen.findByRole("status")).toHaveTextContent(/^October 2026 is closed\./);
});

it.each([
  ["of open months", controller, ["2026-11-03"]],
  ["for those who see no months", someone, ["2026-10-07"]],
] as const)("is absent %s", async (_name, user, days) => {
  renderScreen(
    () => (
      <>
        <h1>Link</h1>
        <ClosedMonthNote days={days} />
      </>
    ),
    { user },
  );
  await screen.findByRole("heading");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole("status")).toBeNull();
});
