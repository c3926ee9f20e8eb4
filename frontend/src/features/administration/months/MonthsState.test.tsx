// The sentence of Months counts what can be closed: months before the first closed one stay open for good.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { Month } from "../../../api/types";
import { loadMessages } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server } from "../../../testing/server";
import { MonthsState } from "./MonthsState";

installServer();

const month = (api_id: string, state: Month["state"], ...actions: Month["actions"]) => ({
  api_id,
  starts_on: `${api_id}-01`,
  state,
  actions,
});
const current = month("2026-12", "current");

async function show(...months: ReturnType<typeof month>[]) {
  server.use(http.get("*/api/v1/months", () => HttpResponse.json({ data: months, meta: {} })));
  await loadMessages("states");
  renderScreen(() => <MonthsState />);
  return (await screen.findByText(/./, { selector: "p strong" })).closest("p")?.textContent;
}

it("names the month that can be closed, not one before the first closed month", async () => {
  const said = await show(
    current,
    month("2026-11", "open"),
    month("2026-10", "open", "close"),
    month("2026-09", "closed", "reopen"),
    month("2026-08", "open"),
    month("2026-07", "open"),
  );
  expect(said).toBe("2 months to close. Start with October 2026.");
  expect(screen.getByRole("link")).toHaveAttribute("href", "/months/2026-10");
});

it("counts a reopened month before the first closed one, which can be closed again", async () => {
  const said = await show(
    current,
    month("2026-11", "closed", "reopen"),
    month("2026-10", "open", "close"),
    month("2026-09", "open"),
  );
  expect(said).toBe("1 month to close. Start with October 2026.");
});

it("says that every month is closed although earlier ones stay open", async () => {
  const said = await show(current, month("2026-11", "closed", "reopen"), month("2026-10", "open"));
  expect(said).toBe("Every month that is over is closed.");
});

it("names no month to start with while none is closed", async () => {
  const said = await show(
    current,
    month("2026-11", "open", "close"),
    month("2026-10", "open", "close"),
  );
  expect(said).toBe("No month is closed. Months before the first one that you close stay open.");
  expect(screen.queryByRole("link")).toBeNull();
});
