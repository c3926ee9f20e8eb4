// What a figure of churn says: itself with the way to its rows, its months, and what it was in the days before.
import { Text } from "@mantine/core";
import type { ChurnAnalysis } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { Sparkline } from "../../../ui/charts/Sparkline";
import { FigureLink, type FigureTarget } from "../../../ui/figures/FigureNotes";
import { type FigureText, PreviousPeriodNotes } from "./PreviousPeriodNotes";

export type ChurnFigure = {
  label: string;
  help: string;
  now: FigureText;
  before: FigureText;
  link?: FigureTarget;
  /** Of more days than can be listed at once, which is said in place of a link. */
  isTooLong?: boolean;
  /** Month by month, where it is told so. */
  months?: (string | null)[];
};

export function FigureBody({ data, figure }: { data: ChurnAnalysis; figure: ChurnFigure }) {
  const t = useTranslate();
  const { label, now, before, link, isTooLong, months = [] } = figure;
  return (
    <>
      <FigureLink link={link} title={t("churns.analysis.opens")}>
        {now.text}
      </FigureLink>
      <Sparkline
        label={t("churns.analysis.chart_label", { label, count: months.length })}
        values={months}
      />
      <PreviousPeriodNotes data={data} now={now} before={before} />
      {isTooLong && (
        <Text size="xs" c="dimmed">
          {t("churns.analysis.too_long")}
        </Text>
      )}
    </>
  );
}
