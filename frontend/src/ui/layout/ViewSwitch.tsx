// Switches between views of the same records; links, so that each view has a URL.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ScreenLink, ScreenPath } from "../links/screenSearch";
import classes from "./ViewSwitch.module.css";

/** `search` replaces the parameter `view`, for views that are filters of one list. */
type View = {
  id: string;
  label: string;
  /** The number of its records. */
  count?: ReactNode;
  /** Its screen, when the views are on several. */
  to?: ScreenPath;
  search?: ScreenLink["search"];
};

type Props = {
  label: string;
  views: readonly View[];
  current: string;
  /** Next to the title rather than above the list. */
  isInline?: boolean;
};

/** The first view has no parameter; switching drops the list's parameters. */
export function ViewSwitch({ label, views, current, isInline = false }: Props) {
  return (
    <nav aria-label={label} className={classes.views} data-inline={isInline || undefined}>
      {views.map(({ id, label: name, count, to, search }, index) => (
        <Link
          key={id}
          to={to ?? "."}
          search={search ?? (index === 0 ? {} : { view: id })}
          className={classes.view}
          aria-current={id === current ? "page" : undefined}
          activeOptions={{ exact: true }}
          activeProps={{}}
        >
          {name}
          {count !== undefined && <span className={classes.count}> {count}</span>}
        </Link>
      ))}
    </nav>
  );
}
