// The main navigation, filtered by the user's permissions; the pages of a group show while one of them is open.
import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import { useHasConnectionProblem } from "../../session/connections";
import { useCurrentUser } from "../../session/currentUser";
import { useCurrentPage } from "./currentPage";
import type { Destination } from "./destination";
import { type MenuEntry, permittedNavigation, permittedPages } from "./permittedNavigation";
import classes from "./Sidebar.module.css";

type Props = {
  /** Favorites and recent records. */
  records: ReactNode;
  onLeave?: () => void;
};

type LinkProps = {
  page: Destination;
  /** The entry of the page on the screen, or the group that it belongs to. */
  state?: "active" | "within" | undefined;
  isSubEntry?: boolean;
  mark?: ReactNode;
  onLeave: (() => void) | undefined;
};

function DestinationLink({ page, state, isSubEntry, mark, onLeave }: LinkProps) {
  const t = useTranslate();
  const { to, label, icon: Icon } = page;
  const isHere = useLocation({ select: ({ pathname }) => pathname === to });
  return (
    <Link
      to={to}
      className={classes.link}
      activeOptions={{ exact: true, includeSearch: false }}
      activeProps={{}}
      // A record belongs to the entry of its list, but is another page.
      aria-current={state && (isHere && state === "active" ? "page" : "true")}
      data-state={state}
      data-sub={isSubEntry || undefined}
      title={t(label)}
      {...(onLeave ? { onClick: onLeave } : {})}
    >
      <Icon size={18} stroke={1.75} aria-hidden className={classes.icon} />
      <span className={classes.label}>{t(label)}</span>
      {mark}
    </Link>
  );
}

type EntryProps = {
  entry: MenuEntry;
  currentPage: string | undefined;
  onLeave: (() => void) | undefined;
};

function Entry({ entry, currentPage, onLeave }: EntryProps) {
  const { group, pages } = entry;
  const isWithinGroup = entry.to === currentPage || pages.some(({ to }) => to === currentPage);
  // The pages of the settings have a navigation of their own.
  const isOpen = isWithinGroup && group !== "settings" && pages.length > 0;
  const isOwnPage =
    entry.to === currentPage && !(isOpen && pages.some(({ to }) => to === entry.to));
  return (
    <li>
      <DestinationLink
        page={entry}
        state={isOwnPage ? "active" : isWithinGroup ? "within" : undefined}
        mark={group === "settings" && <ConnectionMark />}
        onLeave={onLeave}
      />
      {isOpen && (
        <ul className={classes.list}>
          {pages.map((page) => (
            <li key={page.to}>
              <DestinationLink
                page={page}
                isSubEntry
                state={page.to === currentPage ? "active" : undefined}
                onLeave={onLeave}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** A dot with words for screen readers, on the entry that leads to the connections. */
function ConnectionMark() {
  const t = useTranslate();
  if (!useHasConnectionProblem()) return null;
  return (
    <span className={classes.mark} title={t("shell.connection_problem")}>
      <span className="regie-visually-hidden">{t("shell.connection_problem")}</span>
    </span>
  );
}

export function Sidebar({ records, onLeave }: Props) {
  const t = useTranslate();
  const user = useCurrentUser();
  const currentPage = useCurrentPage(permittedPages(user))?.to;
  return (
    <nav aria-label={t("shell.main_navigation")} className={classes.navigation}>
      <ul className={classes.list}>
        {permittedNavigation(user).map((entry) => (
          <Entry
            key={entry.group ?? entry.to}
            entry={entry}
            currentPage={currentPage}
            onLeave={onLeave}
          />
        ))}
      </ul>
      {records}
    </nav>
  );
}
