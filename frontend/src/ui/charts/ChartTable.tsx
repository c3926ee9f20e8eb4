// The data of a chart as a table; a row links to its records.
import { Link } from "@tanstack/react-router";
import { useLocale } from "../../i18n/locale";
import { SmallTable } from "../details/SmallTable";
import classes from "../ui.module.css";
import { type ChartData, linkTarget, type Row } from "./chartData";
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
          <RowName key="name" row={row} />,
          ...data.columns.map(({ unit }, index) => {
            const cell = row.cells[index];
            return cell ? formatValue(cell, unit, locale) : none;
          }),
        ],
      }))}
    />
  );
}

function RowName({ row: { label, link } }: { row: Row }) {
  if (link === undefined) return label;
  return (
    <Link {...linkTarget(link)} className={classes.link}>
      {label}
    </Link>
  );
}
