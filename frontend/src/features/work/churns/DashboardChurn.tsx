// What the dashboard shows of churn: rates and losses, and the bridge of MRR, with links to their rows.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { dataQuery } from "../../../api/queries";
import type { ChurnAnalysis, Currency } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { FigureList } from "../../../ui/figures/FigureList";
import { FigureLink } from "../../../ui/figures/FigureNotes";
import { PublishedLock } from "../../../ui/figures/PublishedLock";
import { type FigureScope, scopeNote } from "../../../ui/figures/scopeNote";
import { useDashboardFigures } from "./AnalysisFigures";
import { Bridge } from "./BridgeCharts";
import { MissingRatesNote } from "./ConversionNotes";
import type { ChurnFigure } from "./FigureBody";
import { PendingChurnFigures } from "./PendingChurnFigures";
import { RateChange } from "./PreviousPeriodNotes";

type Props = {
  from: string;
  to: string;
  currency?: Currency | undefined;
  scope: FigureScope;
  compare: "previous" | "last_year" | "target";
};

const analysisQuery = (parameters: Props) => dataQuery("/churns-analysis", { query: parameters });

/** The chart beside the figures says if they cannot be loaded. */
export function DashboardChurnFigures({
  retainersTarget,
  ...parameters
}: Props & { retainersTarget: ReactNode }) {
  const { data, isError } = useQuery(analysisQuery(parameters));
  if (data === undefined) return isError ? null : <PendingChurnFigures />;
  return <Figures data={data} pageScope={parameters.scope} retainersTarget={retainersTarget} />;
}

type FiguresProps = { data: ChurnAnalysis; pageScope: FigureScope; retainersTarget: ReactNode };

function Figures({ data, pageScope, retainersTarget }: FiguresProps) {
  const t = useTranslate();
  const figures = useDashboardFigures(data);
  return (
    <FigureList
      figures={figures.map((figure) => ({
        label: figure.label,
        help: figure.help,
        note: scopeNote(data.scope, pageScope, t),
        value: (
          <FigureLink link={figure.link} title={t("churn_analysis.opens")}>
            {figure.current.text}
          </FigureLink>
        ),
        notes: (
          <>
            <PublishedLock months={data.closed_months} />
            <Notes figure={figure} />
            {figure.name === "project_churn" && retainersTarget}
          </>
        ),
      }))}
    />
  );
}

function Notes({ figure }: { figure: ChurnFigure }) {
  const t = useTranslate();
  const { current, previous, moreIsBetter, notes = [] } = figure;
  return (
    <>
      {previous && (
        <>
          <RateChange {...{ current, previous, moreIsBetter }} />
          <span>{t("churn_analysis.previous", { value: previous.text })}</span>
        </>
      )}
      {notes.map((note) => (
        <span key={note}>{note}</span>
      ))}
    </>
  );
}

export function DashboardChurnChart(parameters: Props) {
  const { data, isError, error, refetch } = useQuery(analysisQuery(parameters));
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} error={error} /> : <div aria-busy="true" />;
  return (
    <>
      <MissingRatesNote data={data} />
      <Bridge data={data} />
    </>
  );
}
