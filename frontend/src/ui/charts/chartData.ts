// The data of a chart as a table: points are rows, series are columns.
import { intlTag, NBSP } from "../../lib/numbers";
import type { ScreenLink } from "../links/screenSearch";
import { formatValue, type Unit } from "./units";

type Column = {
  label: string;
  unit: Unit;
  /** Shown only in the table and in the tooltip. */
  tableOnly?: true;
  /** Planned or forecast, not actual. */
  dashed?: true;
};

/** The link to a point's records; records shown next to the chart keep the scroll position. */
export const linkTarget = (link: ScreenLink) => ({ ...link, resetScroll: link.to !== "." });

export type Row = {
  key: string;
  label: string;
  /** The label on an axis without space for the full one. */
  short?: string;
  /** Decimal strings from the API; null without a value. */
  cells: readonly (string | null)[];
  link?: ScreenLink;
  /** The links to the records of single cells, by column. */
  cellLinks?: readonly (ScreenLink | undefined)[];
};

export type ChartData = {
  /** What a row represents, such as "Month". */
  rowKind: string;
  columns: readonly Column[];
  rows: readonly Row[];
};

/** Numbers only for drawing: displayed figures stay decimal strings. */
export function toNumber(cell: string | null | undefined): number {
  return cell ? Number(cell) : 0;
}

/** The text of a point, on screen and for screen readers: its name and each value. */
export function pointText(data: ChartData, row: Row, locale: string, none: string): string[] {
  const colon = intlTag(locale) === "fr-CA" ? `${NBSP}: ` : ": ";
  const values = data.columns.map(({ label, unit }, index) => {
    const cell = row.cells[index];
    return `${label}${colon}${cell ? formatValue(cell, unit, locale) : none}`;
  });
  return [row.label, ...values];
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
/** A name that a spreadsheet would read as a formula is exported as text. */
const quotedText = (text: string) => quoted(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** The shown table as CSV in the format of the user's language. */
export function toCsv(data: ChartData, locale: string): string {
  const isFrench = intlTag(locale) === "fr-CA";
  const separator = isFrench ? ";" : ",";
  const number = (cell: string | null) => (isFrench ? cell?.replace(".", ",") : cell) ?? "";
  const heads = data.columns.map(({ label, unit }) =>
    quotedText(unit.kind === "money" ? `${label} (${unit.currency})` : label),
  );
  const lines = data.rows.map((row) => [quotedText(row.label), ...row.cells.map(number)]);
  const all = [[quotedText(data.rowKind), ...heads], ...lines];
  return `\ufeff${all.map((line) => line.join(separator)).join("\r\n")}\r\n`;
}
