// The figures of a client's sentence: overdue amounts per currency, hours of all retainers, the next renewal.
import { expect, it } from "vitest";
import type { Aging, Burn } from "../../../api/types";
import { daysBetween } from "../../../lib/dates";
import { shortName } from "../../../lib/shortName";
import { hoursOf, nextRenewal, overdueOf } from "./stateParts";

const line = (currency: string, amounts: Record<string, [string, number]>) => ({
  currency,
  buckets: Object.entries(amounts).map(([bucket, [amount, invoices]]) => ({
    bucket,
    amount: { amount, currency },
    invoices,
  })),
});
const aging = (...currencies: ReturnType<typeof line>[]) => ({ currencies }) as unknown as Aging;
const burn = (fields: Partial<Burn>) =>
  ({
    api_id: "1",
    available_hours: "10.00",
    left_hours: "4.50",
    period: { starts_on: "2026-11-01", ends_on: "2026-11-30" },
    renews_on: null,
    renewal: "none",
    auto_renew: false,
    ...fields,
  }) as Burn;

it("adds what is overdue per currency, without what is not due", () => {
  const found = overdueOf(
    aging(
      line("CAD", { current: ["10.00", 1], "1_30": ["5.25", 1], over_90: ["0.75", 2] }),
      line("USD", { current: ["3.00", 1], "1_30": ["0.00", 0] }),
      line("EUR", { "1_30": ["9.00", 1] }),
    ),
  );
  expect(found).toEqual({
    amounts: [
      { amount: "6.00", currency: "CAD" },
      { amount: "9.00", currency: "EUR" },
    ],
    invoices: 4,
  });
});

it("adds the hours of all retainers, and says when they are over", () => {
  expect(hoursOf([burn({}), burn({ left_hours: "-6.00" })])).toEqual({
    left: "1.50",
    available: "20.00",
    isOver: true,
    month: "2026-11-01",
  });
  expect(hoursOf([burn({ available_hours: "0.00", left_hours: "0.00" })])).toBeUndefined();
  expect(hoursOf([])).toBeUndefined();
});

it("finds the next renewal within ninety days, or a late one", () => {
  const on = (renews_on: string, fields: Partial<Burn> = {}) => burn({ renews_on, ...fields });
  expect(nextRenewal([on("2027-03-01"), on("2026-12-31")], "2026-11-20")?.renews_on).toBe(
    "2026-12-31",
  );
  expect(nextRenewal([on("2027-03-01")], "2026-11-20")).toBeUndefined();
  expect(nextRenewal([on("2026-11-19")], "2026-11-20")).toBeUndefined();
  const late = on("2026-11-19", { renewal: "overdue" });
  expect(nextRenewal([on("2026-12-31"), late], "2026-11-20")).toBe(late);
});

it("counts days across a change of clocks", () => {
  expect(daysBetween("2026-10-31", "2026-11-02")).toBe(2);
  expect(daysBetween("2026-11-20", "2026-11-19")).toBe(-1);
});

it("leaves the client’s name out of a project’s", () => {
  expect(shortName("Entretien du site – Caisse Horizon", { name: "Caisse Horizon" })).toBe(
    "Entretien du site",
  );
  expect(shortName("Caisse Horizon", { name: "Caisse Horizon" })).toBe("Caisse Horizon");
});
