// Reads the typed and pasted texts of the grid of targets, and adds up its columns.
import { addDecimals, currencyDecimals, parseMoney } from "../../../lib/money";
import { parseDecimal } from "../../../lib/numbers";
import { type FigureTargets, keyOf, type Targets, type Typed } from "./useSaveTargets";

type Unit = FigureTargets["unit"];

export const decimalsOf = (unit: Unit, currency: string) =>
  unit === "money" ? currencyDecimals(currency) : 0;

/** The value of a text; null when it is none. */
export function parseTarget(text: string, unit: Unit, currency: string): string | null {
  const decimals = decimalsOf(unit, currency);
  const value = unit === "money" ? parseMoney(text, decimals) : parseDecimal(text, decimals);
  return value?.startsWith("-") ? null : value;
}

/** The keys of the typed texts that are no values. */
export const invalidKeys = ({ figures }: Targets, typed: Typed, currency: string): string[] =>
  figures.flatMap(({ figure, unit, months }) =>
    months
      .map(({ month }) => keyOf(figure, month))
      .filter((key) => typed[key] && parseTarget(typed[key], unit, currency) === null),
  );

/** The cells of a copied range: lines with tabs between their cells. */
function readRange(text: string): string[][] {
  return text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((line) => line.split("\t"));
}

type Place = { figure: number; month: number };

/**
 * What a copied range sets from a cell on; undefined for a single value. A line of more months than columns to the
 * right goes down the column.
 */
export function pasteFrom(
  { figures }: Targets,
  at: Place,
  text: string,
  currency: string,
): Typed | undefined {
  const lines = readRange(text);
  const [first = []] = lines;
  if (lines.length === 1 && first.length === 1) return undefined;
  const isLineOfMonths = lines.length === 1 && first.length > figures.length - at.figure;
  const range = isLineOfMonths ? first.map((cell) => [cell]) : lines;
  const found = range.flatMap((cells, down) =>
    cells.flatMap((cell, across) => {
      const figure = figures[at.figure + across];
      const month = figure?.months[at.month + down]?.month;
      if (figure === undefined || month === undefined) return [];
      const value = cell.trim() === "" ? "" : (parseTarget(cell, figure.unit, currency) ?? cell);
      return [[keyOf(figure.figure, month), value] as const];
    }),
  );
  return Object.fromEntries(found);
}

/** The sum of a year; null for a figure at the end of a day, without targets, or with one that cannot be read. */
export function sumOfYear(figure: FigureTargets, typed: Typed, currency: string): string | null {
  if (figure.figure === "mrr") return null;
  const values = figure.months.flatMap(({ month, value }) => {
    const text = typed[keyOf(figure.figure, month)] ?? value ?? "";
    return text === "" ? [] : [parseTarget(text, figure.unit, currency)];
  });
  const known = values.filter((value) => value !== null);
  return known.length === 0 || known.length < values.length ? null : addDecimals(known);
}
