// Figures as cards: value, target, previous period, formula and a link to the rows.
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Dashboard, DashboardFigure, DashboardFigureName } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { type Figure, FigureCards } from "../../../ui/figures/FigureCards";
import { FigureLink } from "../../../ui/figures/FigureNotes";
import { type FigureScope, scopeNote } from "../../../ui/figures/scopeNote";
import { sumText } from "../../../ui/figures/sumText";
import type { DashboardSearch } from "./dashboardSearch";
import { FigureComparison } from "./FigureComparison";
import { FigureLines } from "./FigureLines";
import { PublishedMark } from "./PublishedMark";

type Props = {
  /** The page that shows the rows of a figure. */
  page: "/dashboard" | "/admin/dashboard";
  dashboard: Dashboard;
  names: readonly DashboardFigureName[];
  /** The scope of the page; a figure of a narrower one says so. */
  scope: FigureScope;
  /** The current search parameters, for links to rows. */
  search?: DashboardSearch;
  /** Content below the values of some figures. */
  footers?: Partial<Record<DashboardFigureName, ReactNode>>;
  /** Figures of other nouns, each after the figure of its key. */
  insertedFigures?: Partial<Record<DashboardFigureName, Figure>>;
};

/** The figures that the user may see, in the order of `names`. */
export function DashboardCards(props: Props) {
  const { page, dashboard, names, scope, search = {}, footers = {}, insertedFigures = {} } = props;
  const t = useTranslate();
  const figures = names.flatMap((name) => {
    const figure = dashboard.figures[name];
    const inserted = insertedFigures[name] ? [insertedFigures[name]] : [];
    if (figure === undefined) return inserted;
    const card = {
      label: t(`dashboard.${name}.label`),
      note: scopeNote(figure.scope, scope, t),
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
      <PublishedMark figure={figure} />
      {children}
      <FigureLines {...{ page, name, dashboard, search }} />
      <FigureComparison figure={figure} dashboard={dashboard} />
    </>
  );
}
