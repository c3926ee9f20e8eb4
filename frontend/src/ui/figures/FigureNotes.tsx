// What a figure of a card opens, and what it is measured by: its target, the days before, which way it went.
import { IconMinus, IconTrendingDown, IconTrendingUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./FigureNotes.module.css";

type Search = Record<string, unknown>;
export type FigureTarget = { to: string; search: Search | ((before: Search) => Search) };

/** The figure alone where there is nothing to open. */
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
      search={link.search as never}
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

const WAYS = { up: IconTrendingUp, down: IconTrendingDown, same: IconMinus };

export function FigureChange({ way, words }: { way: keyof typeof WAYS; words: string }) {
  const Icon = WAYS[way];
  return (
    <span className={classes.change}>
      <Icon size={14} aria-hidden />
      {words}
    </span>
  );
}
