// The notes of a figure: its link, its target, the previous period and the trend.
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconMinus,
  IconTrendingDown,
  IconTrendingUp,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import type { ScreenLink } from "../links/screenSearch";
import classes from "./FigureNotes.module.css";

export type FigureTarget = ScreenLink;

/** Without a link, only the figure. */
export function FigureLink({
  link,
  title,
  children,
}: {
  link: FigureTarget | undefined;
  title: string;
  children: ReactNode;
}) {
  if (link === undefined) return children;
  return (
    <Link
      to={link.to}
      search={link.search}
      resetScroll={link.to !== "."}
      className={classes.opens}
      title={title}
    >
      {children}
    </Link>
  );
}

export function FigureNotes({ children }: { children: ReactNode }) {
  return <div className={classes.notes}>{children}</div>;
}

const TREND_ICONS = { up: IconTrendingUp, down: IconTrendingDown, same: IconMinus };
const VERDICT_ICONS = { better: IconCircleCheck, worse: IconAlertTriangle };

type TrendProps = {
  trend: keyof typeof TREND_ICONS;
  text: string;
  /** Whether a higher value is good news; null for a figure that is neither. */
  moreIsBetter: boolean | null;
};

/** Good and bad news differ by icon, word and colour. */
export function FigureTrend({ trend, text, moreIsBetter }: TrendProps) {
  const t = useTranslate();
  const Icon = TREND_ICONS[trend];
  const isNeutral = trend === "same" || moreIsBetter === null;
  const verdict = (trend === "up") === moreIsBetter ? "better" : "worse";
  const VerdictIcon = VERDICT_ICONS[verdict];
  return (
    <span className={classes.change} {...(isNeutral ? {} : { "data-verdict": verdict })}>
      <Icon size={14} aria-hidden />
      {text}
      {!isNeutral && (
        <>
          <VerdictIcon size={14} aria-hidden />
          {t(`ui.verdict.${verdict}`)}
        </>
      )}
    </span>
  );
}
