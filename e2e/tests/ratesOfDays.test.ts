// Promise 4: another rate today leaves last quarter's figures as they were, and the FX line closes the bridge.
import { expect } from "vitest";
import { type Scene, scenario } from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";
import { settled } from "../harness/settled.ts";

/** Nothing of the demonstration is in it: whoever looks in another currency sees nothing of this test. */
const CURRENCY = "AUD";

interface Rate {
  api_id: string;
  rate: string;
}

const ratesOf = (day: string) =>
  `/exchange-rates?currency=${CURRENCY}&valid_from=${day}&valid_to=${day}`;

/** Sets today's rate; what was there before comes back with the function that is answered. */
async function setRate({ api }: Scene, day: string, rate: string): Promise<() => Promise<unknown>> {
  const [kept] = (await api.get<{ data: Rate[] }>(ratesOf(day))).data;
  if (kept === undefined) {
    const made = { currency: CURRENCY, valid_on: day, rate };
    const { data } = await api.send<{ data: Rate }>("POST", "/exchange-rates", made);
    return () => api.send("DELETE", `/exchange-rates/${data.api_id}`);
  }
  const correct = (to: string) =>
    api.send("PATCH", `/exchange-rates/${kept.api_id}`, { rate: to, reason: "Essai" });
  await correct(rate);
  return () => correct(kept.rate);
}

/** Hundredths of an amount as the language writes it. */
function inCents(text: string, locale: string): number {
  const decimal = locale === "fr-ca" ? "," : ".";
  const kept = [...text.replace("\u2212", "-")].filter(
    (sign) => /\d/.test(sign) || sign === "-" || sign === decimal,
  );
  return Math.round(Number(kept.join("").replace(decimal, ".")) * 100);
}

for (const locale of LOCALES) {
  scenario(`today's rate moves today alone, ${locale}`, { as: "admin", locale }, async (scene) => {
    const { page, open, words, api } = scene;
    const told = async () => {
      await open(`/churns?tab=analysis&period=last_quarter&currency=${CURRENCY}&tables=bridge`);
      const bridge = page.getByRole("table", { name: words("churns.analysis.bridge") });
      await bridge.waitFor();
      await settled(page);
      return bridge.locator("tbody tr td:last-child").allInnerTexts();
    };
    const now = async () => {
      await open(`/dashboard?currency=${CURRENCY}`);
      const card = page
        .locator("dl > div")
        .filter({ hasText: words("dashboard.mrr.label") })
        .locator("dd a")
        .first();
      return card.innerText();
    };
    const quarter = await told();
    const amounts = quarter.map((text) => inCents(text, locale));
    const [start = 0, ...steps] = amounts.slice(0, -1);
    expect(steps.reduce((sum, step) => sum + step, start)).toBe(amounts.at(-1));
    expect(amounts.at(-2)).not.toBe(0);

    const today = (await api.get<{ data: { as_of: string } }>("/dashboard")).data.as_of;
    const before = await now();
    const restore = await setRate(scene, today, locale === "fr-ca" ? "1.7311" : "1.6311");
    try {
      expect(await told()).toEqual(quarter);
      expect(await now()).not.toBe(before);
    } finally {
      await restore();
    }
  });
}
