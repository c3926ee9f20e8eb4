// A number of a margin: an amount, a percentage, hours or a rate, which opens the rows that it is made of.
import type { Margin } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { type Translate, useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { formatHours, formatPercent } from "../../../lib/numbers";
import { Absent } from "../../../ui/display/Absent";
import uiClasses from "../../../ui/ui.module.css";
import { MarginValue } from "./MarginValue";
import type { RowsQuery } from "./marginsList";

const PARTS = {
  margin: [],
  margin_percent: [],
  revenue: ["revenue"],
  cost_of_hours: ["hours"],
  external_costs: ["external"],
  hours: ["hours"],
  hourly_rate: ["revenue", "hours"],
} as const satisfies Record<string, NonNullable<RowsQuery["part"]>>;

export type MarginColumn = keyof typeof PARTS;
type Figures = Pick<Margin, MarginColumn>;

/** `name` is what the margin belongs to, and `query` selects its rows. */
type Props = { figures: Figures; column: MarginColumn; name: string; query: RowsQuery };

export function MarginNumber({ figures, column, name, query }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const text = textOf(figures, column, locale);
  if (text === null) return <Absent />;
  return (
    <MarginValue
      label={`${t(`margins.field.${column}`)} · ${name}`}
      query={{ ...query, part: [...PARTS[column]] }}
      basis={basisOf(figures, column, t, locale)}
    >
      <span className={uiClasses.figure}>{text}</span>
    </MarginValue>
  );
}

function textOf(figures: Figures, column: MarginColumn, locale: string): string | null {
  const value = figures[column];
  if (value === null) return null;
  if (typeof value !== "string") return formatMoney(value, locale);
  return column === "hours" ? formatHours(value, locale) : formatPercent(value, locale);
}

/** What a ratio divides: its rows add up to both amounts. */
function basisOf(figures: Figures, column: MarginColumn, t: Translate, locale: string) {
  const { margin, revenue, hours } = figures;
  const amounts = { margin: formatMoney(margin, locale), revenue: formatMoney(revenue, locale) };
  if (column === "margin_percent") return t("margin.basis.percent", amounts);
  if (column !== "hourly_rate") return undefined;
  return t("margin.basis.rate", { ...amounts, hours: formatHours(hours, locale) });
}
