// Each ready view says how many records it has, with its own filters only.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderScreen } from "../../testing/renderScreen";
import { installServer, server } from "../../testing/server";
import type { ScreenSearch } from "../links/screenSearch";
import type { ListDescription } from "../table/listDescription";
import { ReadyViews } from "./ReadyViews";

installServer();

const list: ListDescription = {
  path: "/clients",
  defaultSort: "name",
  columns: [{ id: "name", label: "clients.field.name", sort: "name" }],
  filters: [
    {
      kind: "choice",
      id: "health",
      label: "clients.field.health",
      values: ["red"],
      enumName: "client_health",
    },
  ],
};
const views = [
  { id: "all", label: "All", search: {} },
  { id: "red", label: "At risk", search: { health: "red" } as ScreenSearch },
];
const show = () =>
  renderScreen(() => <ReadyViews label="Views" views={views} counted={{ list }} />, {
    at: "/screen?q=studio&page=3",
  });

it("counts the records of each view, one row each", async () => {
  const queries: string[] = [];
  server.use(
    http.get("*/api/v1/clients", ({ request }) => {
      const query = new URL(request.url).searchParams;
      queries.push(query.toString());
      const meta = { total: query.has("health") ? 27 : 73 };
      return HttpResponse.json({ data: [], meta });
    }),
  );
  show();
  expect(await screen.findByRole("link", { name: /^At risk\s*27$/ })).toBeVisible();
  expect(await screen.findByRole("link", { name: /^All\s*73$/ })).toBeVisible();
  expect(queries.sort()).toEqual(["page=1&per_page=1", "page=1&per_page=1&health=red"]);
});

it("works without a number that cannot be read", async () => {
  server.use(http.get("*/api/v1/clients", () => new HttpResponse(null, { status: 500 })));
  show();
  expect(await screen.findByRole("link", { name: /^At risk/ })).toBeVisible();
});
