// Switches between views of the same records; links, so that each view has a URL.
import { Link } from "@tanstack/react-router";
import classes from "./ViewSwitch.module.css";

type View = { id: string; label: string };

type Props = { label: string; views: readonly View[]; current: string };

/** The first view has no parameter; switching drops the list's parameters. */
export function ViewSwitch({ label, views, current }: Props) {
  return (
    <nav aria-label={label} className={classes.views}>
      {views.map(({ id, label: name }, index) => (
        <Link
          key={id}
          to="."
          search={index === 0 ? {} : { view: id }}
          className={classes.view}
          aria-current={id === current ? "page" : undefined}
          activeOptions={{ exact: true }}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
