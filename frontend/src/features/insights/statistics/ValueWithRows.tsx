// A figure with a link to the list of its rows, or with the panel of its rows.
import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { EmployeeFigure, ProjectFigure } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { RecordFigureRows } from "../../../ui/figures/RecordFigureRows";
import classes from "../../../ui/ui.module.css";
import { FigureValue } from "./FigureValue";
import { rowsQuery, rowsTarget } from "./figureRows";

type Props = { figure: EmployeeFigure | ProjectFigure; label: string; help: string; asOf: string };

export function ValueWithRows({ figure, label, help, asOf }: Props) {
  const t = useTranslate();
  const query = rowsQuery(figure.rows);
  const value = <FigureValue figure={figure} />;
  if (query !== null)
    return (
      <RecordFigureRows label={label} help={help} query={query} asOf={asOf}>
        {value}
      </RecordFigureRows>
    );
  const target = rowsTarget(figure.rows);
  return (
    <>
      {value}
      {target && (
        <Text size="xs" fw={400}>
          <Link
            to={target.to}
            search={target.search}
            className={classes.link}
            aria-label={t("statistics.rows_of", { figure: label })}
          >
            {t("statistics.rows")}
          </Link>
        </Text>
      )}
    </>
  );
}
