// An amount that covers only some of the listed retainers says of how many it is.
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { loadMessages } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server } from "../../../testing/server";
import { ChurnTotals } from "./ChurnTotals";

installServer();

const COUNTS = { retainers: 3, logos: 1 };
const MONEY = { mrr_lost: [{ amount: "1000.00", currency: "CAD" }], converted: null };

it.each([
  [{ ...COUNTS, ...MONEY, mrr_retainers: 3 }, /^CA\$1,000\.00 of MRR churned with 3 retainers; 1/],
  [
    { ...COUNTS, ...MONEY, mrr_retainers: 1 },
    /^3 retainers churned; 1 client churned\..*You see the MRR of 1 retainer: CA\$1,000\.00\./,
  ],
  [
    { ...COUNTS, mrr_lost: [], converted: null, mrr_retainers: 0 },
    /^3 retainers churned; 1 client/,
  ],
  [COUNTS, /^3 retainers churned; 1 client/],
])("says what was lost: %j", async (data, sentence) => {
  server.use(http.get("*/api/v1/churn-totals", () => HttpResponse.json({ data })));
  await Promise.all([loadMessages("dashboard"), loadMessages("retainers")]);
  const { container } = renderScreen(() => <ChurnTotals />);
  await expect.poll(() => container.querySelector("p strong")).not.toBeNull();
  expect(container.querySelector("p")).toHaveTextContent(sentence);
});
