// Figures as cards: value, target, previous period, formula and a link to the rows.
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type {
  Dashboard,
  DashboardFigure,
  DashboardFigureName,
  DashboardSum,
} from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { type Figure, FigureCards } from "../../../ui/figures/FigureCards";
import { FigureLink, FigureNotes, FigureTrend } from "../../../ui/figures/FigureNotes";
import type { DashboardSearch } from "./dashboardSearch";
import { changeOf, sumText, targetShare } from "./sumText";

type Props = {
  /** The page that shows the rows of a figure. */
  page: "/dashboard" | "/admin/dashboard";
  dashboard: Dashboard;
  names: readonly DashboardFigureName[];
  /** The current search parameters, for links to rows. */
  search?: DashboardSearch;
  /** Content below the values of some figures. */
  footers?: Partial<Record<DashboardFigureName, ReactNode>>;
  /** Figures of other nouns, each after the figure of its key. */
  insertedFigures?: Partial<Record<DashboardFigureName, Figure>>;
};

/** The figures that the user may see, in the order of `names`. */
export function DashboardCards(props: Props) {
  const { page, dashboard, names, search = {}, footers = {}, insertedFigures = {} } = props;
  const t = useTranslate();
  const figures = names.flatMap((name) => {
    const figure = dashboard.figures[name];
    const inserted = insertedFigures[name] ? [insertedFigures[name]] : [];
    if (figure === undefined) return inserted;
    const card = {
      label: t(`dashboard.${name}.label`),
      help: [t(`dashboard.${name}.help`), t(`dashboard.scope_help.${figure.scope}`)].join(" "),
      value: (
        <FigureText {...{ page, name, figure, dashboard, search }}>{footers[name]}</FigureText>
      ),
    };
    return [card, ...inserted];
  });
  return <FigureCards figures={figures} />;
}

type TextProps = Required<Pick<Props, "page" | "dashboard" | "search">> & {
  name: DashboardFigureName;
  figure: DashboardFigure;
  children: ReactNode;
};

function FigureText({ page, name, figure, dashboard, search, children }: TextProps) {
  const t = useTranslate();
  const locale = useLocale();
  const text = sumText(figure, figure.unit, t, locale);
  const hasLink = figure.has_rows && figure.count > 0;
  return (
    <>
      <FigureLink
        link={hasLink ? { to: page, search: { ...search, rows: name } } : undefined}
        title={t("dashboard.rows")}
      >
        {text}
      </FigureLink>
      {figure.unconverted.map((money) => (
        <Text key={money.currency} size="xs" c="var(--regie-warning-text)">
          {t("dashboard.unconverted", { amount: formatMoney(money, locale) })}
        </Text>
      ))}
      {children}
      <FigureComparison figure={figure} dashboard={dashboard} />
    </>
  );
}

/** Compares with the target, then with the previous period. */
function FigureComparison({ figure, dashboard }: Pick<TextProps, "figure" | "dashboard">) {
  const t = useTranslate();
  const locale = useLocale();
  const { target, previous, unit } = figure;
  const share = target && targetShare(figure, target, locale);
  return (
    <FigureNotes>
      {target && (
        <span>
          {t("dashboard.target", { target: sumText(target, unit, t, locale) })}
          {share && ` · ${t("dashboard.of_target", { percent: share })}`}
        </span>
      )}
      {previous && (
        <span>
          {t("dashboard.before", {
            from: formatDate(dashboard.previous.from, locale),
            to: formatDate(dashboard.previous.to, locale),
            value: sumText(previous, unit, t, locale),
          })}{" "}
          <FigureChange figure={figure} previous={previous} />
        </span>
      )}
      {previous?.unconverted.map((money) => (
        <span key={money.currency}>
          {t("dashboard.unconverted", { amount: formatMoney(money, locale) })}
        </span>
      ))}
    </FigureNotes>
  );
}

function FigureChange({ figure, previous }: { figure: DashboardFigure; previous: DashboardSum }) {
  const t = useTranslate();
  const change = changeOf(figure, previous, useLocale());
  if (change === null) return null;
  const text = t(`dashboard.${change.trend}`, { percent: change.percent });
  return <FigureTrend trend={change.trend} text={text} />;
}
