// The figures of a section: value with a link to its rows, target, change and what it does not include.
import type { Dashboard, DashboardFigure, DashboardFigureName } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { parseCurrency } from "../../../session/userCurrency";
import { FigureList } from "../../../ui/figures/FigureList";
import { FigureLink } from "../../../ui/figures/FigureNotes";
import { scopeNote } from "../../../ui/figures/scopeNote";
import { sumText } from "../../../ui/figures/sumText";
import { changedSearch } from "../../../ui/links/screenSearch";
import classes from "./Dashboard.module.css";
import type { Scope } from "./dashboardSearch";
import { FigureComparison } from "./FigureComparison";
import { FigureGap } from "./FigureGap";
import { FigureLines } from "./FigureLines";
import { FigureSparkline } from "./FigureSparkline";
import { type HistoryRequest, hasHistory, isPresentMonth } from "./historyQuery";
import { PublishedMark } from "./PublishedMark";
import { SECTIONS } from "./sections";
import { useBoardQuery } from "./useBoard";

type Props = {
  dashboard: Dashboard;
  names: readonly DashboardFigureName[];
  /** The scope of the page; a figure of a narrower one says so. */
  scope: Scope;
  hasLead?: boolean;
};

/** The figures that the user may see, in the order of `names`. */
export function DashboardFigures({ dashboard, names, scope, hasLead = false }: Props) {
  const t = useTranslate();
  const history = isPresentMonth(dashboard) && historyRequest(dashboard, scope);
  const figures = names.flatMap((name) => {
    const figure = dashboard.figures[name];
    if (figure === undefined) return [];
    return {
      label: t(`dashboard.${name}.label`),
      note: scopeNote(figure.scope, scope, t),
      help: [t(`dashboard.${name}.help`), t(`dashboard.scope_help.${figure.scope}`)].join(" "),
      value: <Value name={name} figure={figure} />,
      line: history && hasHistory(name) && (
        <FigureSparkline name={name} unit={figure.unit} request={history} />
      ),
      notes: <Notes {...{ name, figure, dashboard, scope }} />,
    };
  });
  return figures.length > 0 && <FigureList figures={figures} hasLead={hasLead} />;
}

/** The same for each section, so that one request reads the lines of the page. */
function historyRequest({ figures, currency }: Dashboard, scope: Scope): HistoryRequest {
  const shown: readonly DashboardFigureName[] = Object.values(SECTIONS).flat();
  const known = parseCurrency(currency);
  return {
    figure: shown.filter((name) => figures[name] !== undefined).filter(hasHistory),
    scope,
    ...(known ? { currency: known } : {}),
  };
}

type FigureProps = { name: DashboardFigureName; figure: DashboardFigure };

function Value({ name, figure }: FigureProps) {
  const t = useTranslate();
  const locale = useLocale();
  const search = changedSearch({ rows: name, group: undefined, page: undefined });
  const hasLink = figure.has_rows && figure.count > 0;
  return (
    <FigureLink link={hasLink ? { to: ".", search } : undefined} title={t("dashboard.rows")}>
      {sumText(figure, figure.unit, t, locale)}
    </FigureLink>
  );
}

type NotesProps = FigureProps & Pick<Props, "dashboard" | "scope">;

function Notes({ name, figure, dashboard, scope }: NotesProps) {
  const t = useTranslate();
  const locale = useLocale();
  const { compare: _, ...query } = useBoardQuery();
  return (
    <>
      <FigureComparison figure={figure} />
      <PublishedMark figure={figure} currency={dashboard.currency} />
      <FigureLines name={name} dashboard={dashboard} />
      {scope === "all" && <FigureGap name={name} dashboard={dashboard} query={query} />}
      {figure.unconverted.map((money) => (
        <span key={money.currency} className={classes.warning}>
          {t("dashboard.unconverted", { amount: formatMoney(money, locale) })}
        </span>
      ))}
    </>
  );
}
