// Tests the exact characters of formatted amounts in both languages, and exact sums.
import { describe, expect, it } from "vitest";
import {
  addMoney,
  currencyDecimals,
  currencySymbol,
  formatMoney,
  isZeroMoney,
  parseMoney,
  totalsByCurrency,
} from "./money";

const cad = (amount: string) => ({ amount, currency: "CAD" });
const usd = (amount: string) => ({ amount, currency: "USD" });

describe("formatMoney", () => {
  it.each([
    [usd("1234.56"), "en-us", "$1,234.56"],
    [cad("1234.56"), "en-us", "CA$1,234.56"],
    [cad("1234.56"), "fr-ca", "1\u00a0234,56\u00a0$"],
    [usd("1234.56"), "fr-ca", "1\u00a0234,56\u00a0$\u00a0US"],
    [cad("-0.50"), "fr-ca", "-0,50\u00a0$"],
    [usd("-1234.5"), "en-us", "-$1,234.50"],
    [{ amount: "1200", currency: "JPY" }, "en-us", "¥1,200"],
    [usd("1250.00"), "en-US", "$1,250.00"],
  ])("formats %o in %s", (money, locale, shown) => {
    expect(formatMoney(money, locale)).toBe(shown);
  });

  it("loses no cent of an amount that a float cannot hold", () => {
    expect(formatMoney(usd("90071992547409931.17"), "en-us")).toBe("$90,071,992,547,409,931.17");
  });

  it("returns the symbol and the decimals of a currency", () => {
    expect(currencySymbol("CAD", "en-us")).toBe("CA$");
    expect(currencySymbol("CAD", "fr-ca")).toBe("$");
    expect(currencyDecimals("CAD")).toBe(2);
    expect(currencyDecimals("JPY")).toBe(0);
  });
});

describe("parseMoney", () => {
  it.each([
    ["1234.5", "1234.50"],
    ["1 234,5", "1234.50"],
    ["1,234.50", "1234.50"],
    ["1.234,50", "1234.50"],
    ["1\u00a0234,56\u00a0$", "1234.56"],
    ["1\u202f234,56 $ US", "1234.56"],
    ["CA$1,234.56", "1234.56"],
    ["$ 12", "12.00"],
    ["1,234", "1234.00"],
    ["1,234,567", "1234567.00"],
    ["12,5", "12.50"],
    ["(1,234.50)", "-1234.50"],
    ["\u22125,25", "-5.25"],
    ["1234.50\t\r\n", "1234.50"],
    ["0012.30 CAD", "12.30"],
    [".5", "0.50"],
    ["-0", "0.00"],
    ["99999999999999999.99", "99999999999999999.99"],
  ])("parses %j", (typed, amount) => {
    expect(parseMoney(typed)).toBe(amount);
  });

  it.each([
    "",
    "abc",
    "1.234",
    "1,23,4",
    "12.345",
    "1.2.3",
    "1,2345",
    "--5",
    "1e3",
    "1,23.45",
    "NaN",
  ])("refuses %j", (typed) => {
    expect(parseMoney(typed)).toBeNull();
  });

  it("accepts only as many decimals as the currency has", () => {
    expect(parseMoney("1 200", 0)).toBe("1200");
    expect(parseMoney("12.5", 0)).toBeNull();
  });
});

describe("addMoney", () => {
  it("adds exactly what floats would not", () => {
    expect(addMoney([cad("0.10"), cad("0.20")])).toEqual(cad("0.30"));
    expect(addMoney([cad("90071992547409931.17"), cad("0.01")])).toEqual(
      cad("90071992547409931.18"),
    );
  });

  it("adds negative and differently scaled amounts", () => {
    expect(addMoney([cad("-1.5"), cad("0.25"), cad("1")])).toEqual(cad("-0.25"));
  });

  it("refuses two currencies and an empty sum", () => {
    expect(() => addMoney([cad("1.00"), usd("1.00")])).toThrow(/currencies/);
    expect(() => addMoney([])).toThrow(/currency/);
  });

  it("totals each currency separately", () => {
    expect(totalsByCurrency([cad("1.00"), usd("2.00"), cad("3.50")])).toEqual([
      cad("4.50"),
      usd("2.00"),
    ]);
  });

  it("recognizes zero in any format", () => {
    expect([cad("0.00"), cad("-0"), cad("0")].every(isZeroMoney)).toBe(true);
    expect(isZeroMoney(cad("0.01"))).toBe(false);
  });
});
