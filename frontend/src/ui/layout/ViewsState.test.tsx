// The sentence of a list: the first view is its answer, and others are named when they have records.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderScreen } from "../../testing/renderScreen";
import { installServer, server } from "../../testing/server";
import type { ScreenSearch } from "../links/screenSearch";
import type { ListDescription } from "../table/listDescription";
import { ViewsState } from "./ViewsState";

installServer();

const list: ListDescription = {
  path: "/clients",
  columns: [{ id: "name", label: "clients.field.name" }],
  filters: [
    {
      kind: "choice",
      id: "health",
      label: "clients.field.health",
      values: ["red", "yellow", "green"],
      enumName: "client_health",
    },
  ],
};
const part = (health: string) => ({
  id: health,
  search: { health } as ScreenSearch,
  text: (count: number, total: number) => `<a>${count} of ${total}</a> ${health}.`,
});
const parts = [part("red"), part("yellow"), part("green")] as const;

/** Counts by health; the list has 73 records. */
function serve(counts: Record<string, number>, total = 73) {
  server.use(
    http.get("*/api/v1/clients", ({ request }) => {
      const health = new URL(request.url).searchParams.get("health");
      if (health !== null && counts[health] === undefined)
        return new HttpResponse(null, { status: 500 });
      return HttpResponse.json({ data: [], meta: { total: health ? counts[health] : total } });
    }),
  );
}
const show = () => renderScreen(() => <ViewsState counted={{ list }} parts={parts} />);

it("says the answer even when it is zero, and others only with records", async () => {
  serve({ red: 0, yellow: 0, green: 5 });
  show();
  const answer = await screen.findByRole("link", { name: "0 of 73" });
  expect(answer.closest("strong")).toBeVisible();
  expect(screen.getByRole("link", { name: "5 of 73" }).closest("strong")).toBeNull();
  expect(screen.queryByText(/yellow/)).not.toBeInTheDocument();
});

it("leaves out a count that cannot be read", async () => {
  serve({ red: 2, green: 5 });
  show();
  expect(await screen.findByRole("link", { name: "2 of 73" })).toBeVisible();
  expect(screen.queryByText(/yellow/)).not.toBeInTheDocument();
});

it("says nothing of an empty list", async () => {
  serve({ red: 0, yellow: 0, green: 0 }, 0);
  const { container } = show();
  await expect.poll(() => container.querySelector("p")).toBeNull();
});
