// The notes of a figure: its link, its target, the previous period and the trend.
import { IconMinus, IconTrendingDown, IconTrendingUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
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

export function FigureTrend({ trend, text }: { trend: keyof typeof TREND_ICONS; text: string }) {
  const Icon = TREND_ICONS[trend];
  return (
    <span className={classes.change}>
      <Icon size={14} aria-hidden />
      {text}
    </span>
  );
}
