// Figures side by side, each with its target, the days before, its formula and the way to what it is made of.
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
  /** Where the rows of a figure are shown. */
  page: "/dashboard" | "/admin/dashboard";
  dashboard: Dashboard;
  names: readonly DashboardFigureName[];
  /** What the address asks for, which the rows of a figure keep. */
  search?: DashboardSearch;
  /** What stands below the values of some of them. */
  below?: Partial<Record<DashboardFigureName, ReactNode>>;
  /** Figures of other parts of the product, each after the one it is named by. */
  others?: Partial<Record<DashboardFigureName, Figure>>;
};

/** Those that the reader may see, in the order of `names`. */
export function DashboardCards(props: Props) {
  const { page, dashboard, names, search = {}, below = {}, others = {} } = props;
  const t = useTranslate();
  const figures = names.flatMap((name) => {
    const figure = dashboard.figures[name];
    const other = others[name];
    const after = other ? [other] : [];
    if (figure === undefined) return after;
    const shown = {
      label: t(`dashboard.${name}.label`),
      help: [t(`dashboard.${name}.help`), t(`dashboard.scope_help.${figure.scope}`)].join(" "),
      value: <FigureText {...{ page, name, figure, dashboard, search }}>{below[name]}</FigureText>,
    };
    return [shown, ...after];
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
  const opens = figure.has_rows && figure.count > 0;
  return (
    <>
      <FigureLink
        link={opens ? { to: page, search: { ...search, rows: name } } : undefined}
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
      <Compared figure={figure} dashboard={dashboard} />
    </>
  );
}

/** The target first, then the days before. */
function Compared({ figure, dashboard }: Pick<TextProps, "figure" | "dashboard">) {
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
          <Change figure={figure} previous={previous} />
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

function Change({ figure, previous }: { figure: DashboardFigure; previous: DashboardSum }) {
  const t = useTranslate();
  const change = changeOf(figure, previous, useLocale());
  if (change === null) return null;
  const words = t(`dashboard.${change.way}`, { percent: change.percent });
  return <FigureTrend trend={change.way} text={words} />;
}
