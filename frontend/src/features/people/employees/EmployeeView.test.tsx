// The sentence of an employee's page appears to those who may see figures of this person.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { CurrentUser } from "../../../api/types";
import { loadMessages } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { EmployeeView } from "./EmployeeView";

installServer();

const [ME, COLLEAGUE] = ["e1", "e2"];

async function open(id: string, mrr: "own" | "all") {
  const employee = {
    api_id: id,
    name: "Zoé Roy",
    status: "active",
    version: 1,
    can: [],
    links: [],
    teams: [],
  };
  server.use(http.get(`*/api/v1/employees/${id}`, () => HttpResponse.json({ data: employee })));
  await loadMessages("personal");
  const permissions = { "employees.view": "all", "statistics.mrr": mrr };
  const user = { ...someone, permissions, employee: { api_id: ME } } as unknown as CurrentUser;
  const nothing = () => null;
  renderScreen(
    () => (
      <EmployeeView
        id={id}
        renderGiveButton={nothing}
        state={<p>How they stand</p>}
        time={null}
        figures={null}
        renderGoals={nothing}
        renderAwards={nothing}
        renderFiles={nothing}
        activity={null}
      />
    ),
    { at: "/screen?tab=figures", user },
  );
  await screen.findByRole("heading", { name: "Zoé Roy" });
  return screen.queryByText("How they stand");
}

it("says how a person stands to those who see figures of others", async () => {
  expect(await open(COLLEAGUE, "all")).toBeInTheDocument();
});

it("says it of oneself", async () => {
  expect(await open(ME, "own")).toBeInTheDocument();
});

it("asks for no figures of a colleague that the user may not see", async () => {
  expect(await open(COLLEAGUE, "own")).toBeNull();
});
