// A preview of a term: the answer, or the refusal that saving would have; without a message above the page.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { api } from "../../api/client";
import { onReaction, type Reaction } from "../../api/policy";
import { loadMessages } from "../../i18n/translate";
import { renderScreen } from "../../testing/renderScreen";
import { installServer, server } from "../../testing/server";
import { Consequences } from "./Consequences";

installServer();

const params = { id: "p1" };
const body = { account_manager: "u1", effective_from: "2026-10-15" };

async function show(status: number, answer: object): Promise<Reaction[]> {
  await loadMessages("terms");
  const reactions: Reaction[] = [];
  onReaction((reaction) => reactions.push(reaction));
  server.use(
    http.post("*/api/v1/projects/p1/responsibility-term-previews", async ({ request }) => {
      expect(await request.json()).toEqual(body);
      return HttpResponse.json(answer, { status });
    }),
  );
  const read = () =>
    api.post("/projects/{id}/responsibility-term-previews", body, { params, expect: "any" });
  renderScreen(() => (
    <Consequences request={body} read={read}>
      {(preview) => <p>{preview.effective_from}</p>}
    </Consequences>
  ));
  return reactions;
}

it("shows what the server answers", async () => {
  await show(200, { data: { effective_from: "2026-10-15" } });
  expect(await screen.findByText("2026-10-15")).toBeVisible();
});

it("shows that a month is closed, in the form only", async () => {
  const message = "October 2026 is closed.";
  const reactions = await show(409, {
    code: "month_closed",
    message,
    month: "2026-10",
    first_open_day: "2026-11-01",
  });
  expect(await screen.findByText(message)).toBeVisible();
  expect(reactions).toEqual([]);
});
