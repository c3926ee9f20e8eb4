// The first part that the reader may see is the answer; the MRR is that of all listed people.
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { CurrentUser, PeopleTotals } from "../../../api/types";
import { loadMessages } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { PeopleSentence } from "./PeopleSentence";

installServer();

const HOURS = { below_target: 0, missing_time: 2, missing_hours: "8.00" };
const TOTALS = {
  people: 5,
  from: "2026-11-01",
  as_of: "2026-11-30",
  retained_mrr: [{ amount: "90000.00", currency: "CAD" }],
};
const NO_HOURS = { below_target: 0, missing_time: 0, missing_hours: null };

async function open(totals: Partial<PeopleTotals>, permissions: object) {
  server.use(http.get("*/api/v1/people-figures/totals", () => HttpResponse.json({ data: totals })));
  await loadMessages("figures");
  const user = { ...someone, permissions } as CurrentUser;
  const { container } = renderScreen(() => <PeopleSentence />, { user });
  await expect.poll(() => container.querySelector("p")?.textContent).toMatch(/5 people/);
  const answers = [...container.querySelectorAll("strong")].map(({ textContent }) => textContent);
  return { sentence: container.querySelector("p"), answers };
}

it("answers that the targets are met, and adds up the MRR of all listed people", async () => {
  const { sentence, answers } = await open(
    { ...TOTALS, ...HOURS },
    { "statistics.hours": "all", "statistics.mrr": "all" },
  );
  expect(answers).toEqual(["Each utilization target is met."]);
  expect(sentence?.querySelector("strong")?.className).not.toBe("");
  expect(sentence).toHaveTextContent(
    /2 people have 8 h missing\. Accounts of all people listed bring in CA\$90,000\.00 of MRR\./,
  );
});

it("answers with the MRR when the hours are hidden", async () => {
  const { answers } = await open({ ...TOTALS, ...NO_HOURS }, { "statistics.mrr": "all" });
  expect(answers).toEqual(["CA$90,000.00"]);
});
