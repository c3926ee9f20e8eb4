// A figure of churn: value with link, sparkline and previous period.
import { Text } from "@mantine/core";
import type { ChurnAnalysis } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { Sparkline } from "../../../ui/charts/Sparkline";
import { FigureLink, type FigureTarget } from "../../../ui/figures/FigureNotes";
import { type FigureText, PreviousPeriodNotes } from "./PreviousPeriodNotes";

export type ChurnFigure = {
  name?: "logo_churn" | "project_churn";
  label: string;
  help: string;
  /** Whether a higher value is good news. */
  moreIsBetter: boolean;
  current: FigureText;
  /** The rate of twelve months, and what the rate does not include. */
  notes?: readonly string[];
  /** Null in a comparison with targets only. */
  previous: FigureText | null;
  link?: FigureTarget;
  /** The period is too long for a list of rows; a note replaces the link. */
  isTooLong?: boolean;
  /** The values by month, if available. */
  months?: (string | null)[];
};

export function FigureBody({ data, figure }: { data: ChurnAnalysis; figure: ChurnFigure }) {
  const t = useTranslate();
  const { label, current, previous, link, isTooLong, months = [] } = figure;
  return (
    <>
      <FigureLink link={link} title={t("churn_analysis.opens")}>
        {current.text}
      </FigureLink>
      {figure.notes?.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
      <Sparkline
        label={t("churn_analysis.chart_label", { label, count: months.length })}
        values={months}
      />
      {data.previous && previous && (
        <PreviousPeriodNotes
          days={data.previous}
          current={current}
          previous={previous}
          moreIsBetter={figure.moreIsBetter}
        />
      )}
      {isTooLong && (
        <Text size="xs" c="dimmed">
          {t("churn_analysis.too_long")}
        </Text>
      )}
    </>
  );
}
