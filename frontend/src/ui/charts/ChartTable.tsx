// The data of a chart as a table; a row links to its records.
import { Link } from "@tanstack/react-router";
import { useLocale } from "../../i18n/locale";
import { SmallTable } from "../details/SmallTable";
import type { ScreenLink } from "../links/screenSearch";
import classes from "../ui.module.css";
import { type ChartData, linkTarget } from "./chartData";
import { formatValue } from "./units";

export function ChartTable({
  label,
  data,
  none,
}: {
  label: string;
  data: ChartData;
  none: string;
}) {
  const locale = useLocale();
  return (
    <SmallTable
      label={label}
      heads={[
        { label: data.rowKind },
        ...data.columns.map((column) => ({ label: column.label, align: "end" as const })),
      ]}
      rows={data.rows.map((row) => ({
        key: row.key,
        cells: [
          <Linked key="name" text={row.label} link={row.link} />,
          ...data.columns.map(({ label, unit }, index) => {
            const cell = row.cells[index];
            const text = cell ? formatValue(cell, unit, locale) : none;
            return <Linked key={label} text={text} link={row.cellLinks?.[index]} />;
          }),
        ],
      }))}
    />
  );
}

function Linked({ text, link }: { text: string; link: ScreenLink | undefined }) {
  if (link === undefined) return text;
  return (
    <Link {...linkTarget(link)} className={classes.link}>
      {text}
    </Link>
  );
}
