// The navigation of the settings, beside each of their pages; on a phone it folds under the page's name.
import { Link } from "@tanstack/react-router";
import { useTranslate } from "../../i18n/translate";
import { useHasConnectionProblem } from "../../session/connections";
import { useCurrentUser } from "../../session/currentUser";
import { useCurrentPage } from "./currentPage";
import type { Destination } from "./destination";
import { permittedPages, permittedSettings } from "./permittedNavigation";
import classes from "./SettingsNavigation.module.css";

const CONNECTIONS = "/admin/connections";

/** The pages of the settings, when the current address is one of them. */
export function useSettingsPages() {
  const user = useCurrentUser();
  const pages = permittedSettings(user);
  // All pages, because the longest address wins: a project is below the same path as the settings of projects.
  const current = useCurrentPage(permittedPages(user));
  return pages.some(({ to }) => to === current?.to) ? { pages, current } : null;
}

type Props = { pages: readonly Destination[]; current: Destination | undefined };

export function SettingsNavigation({ pages, current }: Props) {
  const t = useTranslate();
  const hasProblem = useHasConnectionProblem();
  const list = (
    <ul className={classes.list}>
      {pages.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            className={classes.link}
            activeOptions={{ exact: true, includeSearch: false }}
            activeProps={{}}
            aria-current={to === current?.to ? "page" : undefined}
          >
            <Icon size={16} stroke={1.75} aria-hidden />
            <span className={classes.label}>{t(label)}</span>
            {to === CONNECTIONS && hasProblem && (
              <span className={classes.mark} title={t("shell.connection_problem")}>
                <span className="regie-visually-hidden">{t("shell.connection_problem")}</span>
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
  return (
    <nav aria-label={t("shell.nav.settings")} className={classes.navigation}>
      <h2 className={classes.title}>{t("shell.nav.settings")}</h2>
      <div className={classes.beside}>{list}</div>
      <details key={current?.to} className={classes.folded}>
        <summary>{t("shell.settings_pages")}</summary>
        {list}
      </details>
    </nav>
  );
}
