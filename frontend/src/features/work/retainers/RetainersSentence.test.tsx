// The first part that has retainers is the answer, and nothing is said of no retainers.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { dataQuery } from "../../../api/queries";
import { loadMessages } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server } from "../../../testing/server";
import { RetainersSentence } from "./RetainersSentence";

installServer();

const NONE = { retainers: 0, runs_out: 0, over_hours: "0.00", forecast_overage_hours: "0.00" };

async function open(levels: object[]) {
  server.use(
    http.get("*/api/v1/retainer-burns/totals", () => HttpResponse.json({ data: { levels } })),
  );
  await loadMessages("retainers");
  return renderScreen(() => <RetainersSentence />);
}

it.each([
  [1, 1, /^1 retainer needs watching\. It runs out before the period ends\. 5 retainers are/],
  [3, 2, /^3 retainers need watching\. 2 of them run out before the period ends\. 5 retainers are/],
  [3, 0, /^3 retainers need watching\. 5 retainers are on track\.$/],
])("answers with the %i to watch when none is over", async (retainers, runs_out, sentence) => {
  const { container } = await open([
    { ...NONE, level: "over" },
    { ...NONE, level: "high", retainers, runs_out },
    { ...NONE, level: "ok", retainers: 5 },
  ]);
  const answer = (await screen.findAllByRole("link"))[0];
  expect(answer?.closest("strong")).not.toBeNull();
  expect(answer).toHaveAttribute("href", expect.stringContaining("level=high%2Cwatch"));
  expect(container.querySelector("p")).toHaveTextContent(sentence);
  expect(container.querySelectorAll("strong")).toHaveLength(1);
});

it("shows nothing without retainers", async () => {
  const { container, queryClient } = await open([{ ...NONE, level: "ok" }]);
  const { queryKey } = dataQuery("/retainer-burns/totals");
  await expect.poll(() => queryClient.getQueryData(queryKey)).toBeDefined();
  await expect.poll(() => container.querySelector("p")).toBeNull();
});
