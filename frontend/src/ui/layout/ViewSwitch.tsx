// Ways to look at the same records, side by side: links, so that each has an address of its own.
import { Link } from "@tanstack/react-router";
import classes from "./ViewSwitch.module.css";

type View = { id: string; label: string };

type Props = { label: string; views: readonly View[]; chosen: string };

/** The first view needs no word in the address; what a list keeps there belongs to its own view. */
export function ViewSwitch({ label, views, chosen }: Props) {
  return (
    <nav aria-label={label} className={classes.views}>
      {views.map(({ id, label: name }, index) => (
        <Link
          key={id}
          to="."
          search={(index === 0 ? {} : { view: id }) as never}
          className={classes.view}
          aria-current={id === chosen ? "page" : undefined}
          activeOptions={{ exact: true }}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
