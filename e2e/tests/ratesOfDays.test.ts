// Tests promise 4: another rate today leaves last quarter's figures unchanged, and the FX line closes the bridge.
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ role: "admin" });

/** No demo data uses it, so converted figures do not change. */
const CURRENCY = "AUD";

interface Rate {
  api_id: string;
  rate: string;
}

const findRates = (day: string) =>
  `/exchange-rates?currency=${CURRENCY}&valid_from=${day}&valid_to=${day}`;

/** Sets today's rate and returns a function that restores the previous one. */
async function setRate({ api }: App, day: string, rate: string): Promise<() => Promise<unknown>> {
  const [existing] = (await api.get<{ data: Rate[] }>(findRates(day))).data;
  if (existing === undefined) {
    const created = { currency: CURRENCY, valid_on: day, rate };
    const { data } = await api.send<{ data: Rate }>("POST", "/exchange-rates", created);
    return () => api.send("DELETE", `/exchange-rates/${data.api_id}`);
  }
  const correctRate = (to: string) =>
    api.send("PATCH", `/exchange-rates/${existing.api_id}`, { rate: to, reason: "Essai" });
  await correctRate(rate);
  return () => correctRate(existing.rate);
}

/** An amount in the language's format, in hundredths. */
function inCents(text: string, locale: string): number {
  const decimal = locale === "fr-ca" ? "," : ".";
  const digits = [...text.replace("\u2212", "-")].filter(
    (sign) => /\d/.test(sign) || sign === "-" || sign === decimal,
  );
  return Math.round(Number(digits.join("").replace(decimal, ".")) * 100);
}

test("today's rate changes only today's figures", async ({ app }) => {
  const { page, open, t, api, locale } = app;
  const readBridge = async () => {
    await open(`/churns?tab=analysis&period=last_quarter&currency=${CURRENCY}&tables=bridge`);
    const bridge = page.getByRole("table", { name: t("churn_analysis.bridge") });
    await bridge.waitFor();
    await waitForPage(page);
    return bridge.locator("tbody tr td:last-child").allInnerTexts();
  };
  const now = async () => {
    await open(`/dashboard?currency=${CURRENCY}`);
    const card = page
      .locator("dl > div")
      .filter({ hasText: t("dashboard.mrr.label") })
      .locator("dd a")
      .first();
    return card.innerText();
  };
  const quarter = await readBridge();
  const amounts = quarter.map((text) => inCents(text, locale));
  const [start = 0, ...steps] = amounts.slice(0, -1);
  expect(steps.reduce((sum, step) => sum + step, start)).toBe(amounts.at(-1));
  expect(amounts.at(-2)).not.toBe(0);

  const today = (await api.get<{ data: { as_of: string } }>("/dashboard")).data.as_of;
  const before = await now();
  const restore = await setRate(app, today, locale === "fr-ca" ? "1.7311" : "1.6311");
  try {
    expect(await readBridge()).toEqual(quarter);
    expect(await now()).not.toBe(before);
  } finally {
    await restore();
  }
});
