// What a chart shows, as the table that it is drawn from: its points are the rows, its series the columns.
import { intlTag, NBSP } from "../../lib/numbers";
import { formatValue, type Unit } from "./units";

type Column = {
  label: string;
  unit: Unit;
  /** Told in the table and at the point alone. */
  inTable?: true;
  /** What was planned or is to be expected, not what was. */
  dashed?: true;
};

/** Where the records behind a point are listed. */
type Search = Record<string, unknown>;
type PointLink = { to: string; search: Search | ((before: Search) => Search) };

/** Rows that are shown beside the chart leave its reader where they are. */
export const linkTarget = ({ to }: PointLink) => ({ to, resetScroll: to !== "." });

export type Row = {
  key: string;
  label: string;
  /** For an axis, where the whole label has no room. */
  short?: string;
  /** Decimal text as it came over the wire; null where there is nothing to tell. */
  cells: readonly (string | null)[];
  link?: PointLink;
};

export type ChartData = {
  /** What a row is: "Month". */
  of: string;
  columns: readonly Column[];
  rows: readonly Row[];
};

/** Only lengths and places are drawn of these numbers: what is read stays decimal text. */
export function sizeOf(cell: string | null | undefined): number {
  return cell ? Number(cell) : 0;
}

/** What a point says, to the eye and to a screen reader alike: its name, and each of its values. */
export function pointText(data: ChartData, row: Row, locale: string, none: string): string[] {
  const colon = intlTag(locale) === "fr-CA" ? `${NBSP}: ` : ": ";
  const values = data.columns.map(({ label, unit }, index) => {
    const cell = row.cells[index];
    return `${label}${colon}${cell ? formatValue(cell, unit, locale) : none}`;
  });
  return [row.label, ...values];
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
/** A name that a spreadsheet would take for a formula is told as text. */
const named = (text: string) => quoted(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** The shown table as a spreadsheet of the reader's language takes it. */
export function toCsv(data: ChartData, locale: string): string {
  const isFrench = intlTag(locale) === "fr-CA";
  const separator = isFrench ? ";" : ",";
  const number = (cell: string | null) => (isFrench ? cell?.replace(".", ",") : cell) ?? "";
  const heads = data.columns.map(({ label, unit }) =>
    named(unit.kind === "money" ? `${label} (${unit.currency})` : label),
  );
  const lines = data.rows.map((row) => [named(row.label), ...row.cells.map(number)]);
  const all = [[named(data.of), ...heads], ...lines];
  return `\ufeff${all.map((line) => line.join(separator)).join("\r\n")}\r\n`;
}
