// Growth, delivery and cash: each with its answer, its figures and one large chart, as far as the user may see them.
import { type FunctionComponent, type ReactNode, useId } from "react";
import type { Dashboard } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";
import classes from "./Dashboard.module.css";
import type { ChartName } from "./DashboardCharts";
import { DashboardFigures } from "./DashboardFigures";
import type { Comparison, DashboardQuery, Scope } from "./dashboardSearch";
import { FigureTarget } from "./FigureComparison";
import { SECTIONS } from "./sections";

type DashboardPeriod = Pick<DashboardQuery, "currency"> & {
  from: string;
  to: string;
  scope: Scope;
  compare: Comparison;
};
/** The figures of churn and the bridge of MRR, for users who may see them. */
export type ChurnParts = {
  Figures: FunctionComponent<DashboardPeriod & { retainersTarget: ReactNode }>;
  Chart: FunctionComponent<DashboardPeriod>;
};

/** The gross margin, for users who may see it. */
export type MarginPart = FunctionComponent<DashboardPeriod>;

const DashboardChart = lazyComponent(
  async () => (await import("./DashboardCharts")).DashboardChart,
);

type Props = {
  dashboard: Dashboard;
  scope: Scope;
  period: DashboardPeriod;
  churn: ChurnParts | undefined;
  margin: MarginPart | undefined;
};

export function DashboardSections(props: Props) {
  return (
    <>
      <Growth {...props} />
      <Delivery {...props} />
      <Cash {...props} />
    </>
  );
}

function Growth({ dashboard, scope, period, churn }: Props) {
  const [lead, ...others] = SECTIONS.growth.filter((name) => dashboard.figures[name]);
  if (lead === undefined && churn === undefined) return null;
  const lost = dashboard.figures.lost_retainers;
  const chart = churn ? <churn.Chart {...period} /> : chartOf("mrr", { dashboard, scope });
  return (
    <Section name="growth" chart={chart}>
      {lead && <DashboardFigures {...{ dashboard, scope }} names={[lead]} hasLead />}
      {churn && (
        <churn.Figures {...period} retainersTarget={lost && <FigureTarget figure={lost} />} />
      )}
      <DashboardFigures {...{ dashboard, scope }} names={others} />
    </Section>
  );
}

function Delivery({ dashboard, scope }: Props) {
  const names = SECTIONS.delivery.filter((name) => dashboard.figures[name]);
  if (names.length === 0) return null;
  return (
    <Section name="delivery" chart={chartOf("utilisation", { dashboard, scope })}>
      <DashboardFigures {...{ dashboard, scope, names }} hasLead />
    </Section>
  );
}

function Cash({ dashboard, scope, period, margin: Margin }: Props) {
  const names = SECTIONS.cash.filter((name) => dashboard.figures[name]);
  if (names.length === 0) return null;
  const chart =
    chartOf("receivables", { dashboard, scope }) ?? chartOf("revenue", { dashboard, scope });
  return (
    <Section name="cash" chart={chart}>
      <DashboardFigures {...{ dashboard, scope, names }} hasLead />
      {Margin && scope === "all" && <Margin {...period} />}
    </Section>
  );
}

/** The chart of a figure that the user may see. */
function chartOf(name: ChartName, { dashboard, scope }: Pick<Props, "dashboard" | "scope">) {
  return dashboard.figures[name] && <DashboardChart {...{ name, dashboard, scope }} />;
}

type SectionProps = {
  name: "growth" | "delivery" | "cash";
  children: ReactNode;
  /** Without one, the figures take the whole width. */
  chart: ReactNode;
};

function Section({ name, children, chart }: SectionProps) {
  const t = useTranslate();
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id} data-plain={!chart || undefined}>
      <div className={classes.figures}>
        <h2 id={id} className={classes.heading}>
          {t(`dashboard_page.sections.${name}`)}
        </h2>
        {children}
      </div>
      {chart && (
        <div className={classes.chart} data-chart={name}>
          {chart}
        </div>
      )}
    </section>
  );
}
