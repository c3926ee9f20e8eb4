// Where the page is in the hierarchy of pages; on a phone, only the parent with an arrow.
import { IconChevronLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslate } from "../../i18n/translate";
import classes from "./Breadcrumbs.module.css";
import { useCrumbs } from "./useCrumbs";

export function Breadcrumbs() {
  const t = useTranslate();
  const crumbs = useCrumbs();
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label={t("shell.breadcrumbs.label")} className={classes.breadcrumbs}>
      <ol className={classes.list} data-alone={crumbs.length === 1 || undefined}>
        {crumbs.map(({ label, to }, index) => (
          <li
            key={`${label}-${to}`}
            className={classes.crumb}
            data-parent={index === crumbs.length - 2 || undefined}
          >
            {to === crumbs.at(-1)?.to ? (
              <span
                aria-current={index === crumbs.length - 1 ? "page" : undefined}
                className={classes.label}
                title={label}
              >
                {label}
              </span>
            ) : (
              <Link
                to={to as "/"}
                className={classes.link}
                title={label}
                activeOptions={{ exact: true, includeSearch: false }}
              >
                <IconChevronLeft size={18} aria-hidden className={classes.back} />
                <span className={classes.label}>{label}</span>
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
