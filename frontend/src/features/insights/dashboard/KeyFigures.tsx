// The home page's four figures of this month that matter most to the user's role, each with its change and its line.
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { runIf } from "../../../api/queries";
import type {
  CurrentUser,
  Dashboard,
  DashboardFigure,
  DashboardFigureName,
} from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { loadMessages, useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { useCurrentUser } from "../../../session/currentUser";
import { HelpIcon } from "../../../ui/display/HelpIcon";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { FigureLink, FigureTrend } from "../../../ui/figures/FigureNotes";
import { scopeNote } from "../../../ui/figures/scopeNote";
import { changeOf, sumText } from "../../../ui/figures/sumText";
import { gapsQuery, homeQuery, widestScope } from "./dashboardQueries";
import { FigureSparkline } from "./FigureSparkline";
import { type HistoryRequest, hasHistory } from "./historyQuery";
import classes from "./KeyFigures.module.css";

/** With its words, which the page does not wait for; the figures do, so that they do not move. */
const FigureGap = lazy(async () => {
  const [gap] = await Promise.all([import("./FigureGap"), loadMessages("dashboard")]);
  return { default: gap.FigureGap };
});
const PENDING = <div className={classes.pending} aria-busy="true" />;
const ALL = { scope: "all" } as const;

const MAX_FIGURES = 4;
/** The first four that the user may see; roles are in order of precedence. */
const NAMES_OF_ROLE: readonly (readonly [
  CurrentUser["roles"][number],
  readonly DashboardFigureName[],
])[] = [
  ["super_admin", ["mrr", "revenue", "overdue", "utilisation"]],
  ["admin", ["mrr", "revenue", "overdue", "utilisation"]],
  ["financial_manager", ["overdue", "receivables", "revenue", "mrr"]],
  ["churn_manager", ["mrr", "lost_retainers", "lost_clients", "active_clients"]],
  ["account_manager", ["mrr", "overdue", "burn_at_risk", "active_clients"]],
];
const OTHER_NAMES: readonly DashboardFigureName[] = [
  "mrr",
  "overdue",
  "burn_at_risk",
  "utilisation",
  "active_projects",
  "active_clients",
];

function figureNames({ roles }: CurrentUser): readonly DashboardFigureName[] {
  const preferred = NAMES_OF_ROLE.find(([role]) => roles.includes(role))?.[1] ?? [];
  return [...new Set([...preferred, ...OTHER_NAMES])];
}

export function KeyFigures() {
  const t = useTranslate();
  const locale = useLocale();
  const user = useCurrentUser();
  const { data, isError, error, refetch } = useQuery(homeQuery(user));
  const gaps = useQuery({ ...gapsQuery(ALL), ...runIf(widestScope(user) === "all") });
  if (!data && isError) return <LoadFailure retry={refetch} error={error} />;
  if (!data || gaps.isLoading) return PENDING;
  const figures = figureNames(user).flatMap((name) => {
    const figure = data.figures[name];
    return figure ? [{ name, figure }] : [];
  });
  const shown = figures.slice(0, MAX_FIGURES);
  const history: HistoryRequest = {
    figure: shown.map(({ name }) => name).filter(hasHistory),
    scope: widestScope(user),
  };
  const { previous } = data;
  return (
    <Suspense fallback={PENDING}>
      <dl className={classes.figures}>
        {shown.map(({ name, figure }) => (
          <KeyFigure key={name} name={name} figure={figure} dashboard={data} history={history} />
        ))}
      </dl>
      {previous && (
        <p className={classes.note}>
          {t("home.compared", {
            from: formatDate(previous.from, locale),
            to: formatDate(previous.to, locale),
          })}
        </p>
      )}
    </Suspense>
  );
}

type Props = {
  name: DashboardFigureName;
  figure: DashboardFigure;
  dashboard: Dashboard;
  history: HistoryRequest;
};

function KeyFigure({ name, figure, dashboard, history }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const label = t(`dashboard.${name}.label`);
  const note = scopeNote(figure.scope, widestScope(useCurrentUser()), t);
  const help = [t(`dashboard.${name}.help`), t(`dashboard.scope_help.${figure.scope}`)].join(" ");
  const hasLink = figure.has_rows && figure.count > 0;
  return (
    <div className={classes.figure}>
      <dt className={classes.label}>
        {note ? `${label} · ${note}` : label}
        <HelpIcon label={label} text={help} />
      </dt>
      <dd className={classes.value}>
        <FigureLink
          link={hasLink ? { to: "/dashboard", search: { rows: name } } : undefined}
          title={t("dashboard.rows")}
        >
          {sumText(figure, figure.unit, t, locale)}
        </FigureLink>
        {figure.unconverted.map((money) => (
          <small key={money.currency} className={classes.unconverted}>
            {t("dashboard.unconverted", { amount: formatMoney(money, locale) })}
          </small>
        ))}
      </dd>
      <dd className={classes.change}>
        <Change figure={figure} />
        {history.scope === "all" && (
          <div>
            <FigureGap name={name} dashboard={dashboard} query={ALL} />
          </div>
        )}
      </dd>
      <dd className={classes.line}>
        {hasHistory(name) && <FigureSparkline name={name} unit={figure.unit} request={history} />}
      </dd>
    </div>
  );
}

function Change({ figure }: Pick<Props, "figure">) {
  const t = useTranslate();
  const locale = useLocale();
  const { previous, unit } = figure;
  const change = previous && changeOf({ sum: figure, unit, previous }, t, locale);
  return change && <FigureTrend {...change} moreIsBetter={figure.more_is_better} />;
}
