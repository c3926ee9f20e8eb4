// Deciding on hours over while someone else does.

import { useQuery } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeAll, expect, it } from "vitest";
import { pageQuery } from "../../../api/queries";
import { loadMessages } from "../../../i18n/translate";
import { page } from "../../../testing/listScreen";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server } from "../../../testing/server";
import { DecideDialog } from "./DecideDialog";

installServer();
beforeAll(async () => {
  await loadMessages("overages");
});

const monthWith = (undecided: string) => ({
  api_id: "m1",
  project: { api_id: "r1", name: "Website care" },
  client: { api_id: "c1", name: "Acme" },
  account_manager: { api_id: "u1", name: "Maëlle" },
  starts_on: "2026-09-01",
  ends_on: "2026-09-30",
  state: "undecided",
  over_hours: "8.00",
  undecided_hours: undecided,
  decisions: [],
  can: ["billed"],
  rate: { amount: "150.00", currency: "CAD" },
  rate_source: "overage",
  undecided_amount: null,
});

/** A month that had 8 hours to decide when the page read it, and has 5 since. */
function mockServer(): { undecided_hours: string; hours: string }[] {
  const sent: { undecided_hours: string; hours: string }[] = [];
  const months = [monthWith("8.00")];
  server.use(
    http.get("/api/v1/retainer-overages", () => {
      const month = months.shift() ?? monthWith("5.00");
      return HttpResponse.json({ ...page([], 1, 1, 12), data: [month] });
    }),
    http.post("/api/v1/retainer-overages/m1/decisions", async ({ request }) => {
      const body = (await request.json()) as (typeof sent)[number];
      sent.push(body);
      return body.undecided_hours === "5.00"
        ? HttpResponse.json({ data: monthWith("0.00") }, { status: 201 })
        : HttpResponse.json(
            { code: "changed", message: "Someone changed it", version: 0, conflicts: {} },
            { status: 409 },
          );
    }),
  );
  return sent;
}

function FirstMonth() {
  const { data } = useQuery(pageQuery("/retainer-overages", { query: { project: "r1" } }));
  const month = data?.data[0];
  return month ? <DecideDialog month={month} onClose={() => undefined} /> : null;
}

it("shows what is left after someone else decided, so that saving again succeeds", async () => {
  const sent = mockServer();
  renderScreen(() => <FirstMonth />, { at: "/screen", enums: {} });
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(await dialog.findByRole("button", { name: "Save decision" }));
  expect(await dialog.findByText("Someone changed it")).toBeVisible();
  expect(await dialog.findByText(/^5 h to decide/)).toBeVisible();
  fireEvent.change(dialog.getByRole("textbox", { name: /^Hours/ }), { target: { value: "5" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save decision" }));
  await waitFor(() => expect(sent.map((one) => one.undecided_hours)).toEqual(["8.00", "5.00"]));
});
