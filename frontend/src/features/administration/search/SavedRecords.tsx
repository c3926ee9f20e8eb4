// The favorites and the recent records below the menu.
import { IconHistory, IconStar, type TablerIcon } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { useId } from "react";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { useFavorites } from "./favorites";
import classes from "./SavedRecords.module.css";
import { recordIdOf, type StoredRecord } from "./storedRecords";
import { useRecentRecords } from "./visits";

const MAX_RECENT = 5;

type ListProps = { label: string; icon: TablerIcon; records: readonly StoredRecord[] };

function RecordList({ label, icon: Icon, records }: ListProps) {
  const heading = useId();
  if (records.length === 0) return null;
  return (
    <div className={classes.group}>
      <div id={heading} className={classes.heading}>
        {label}
      </div>
      <ul className={classes.list} aria-labelledby={heading}>
        {records.map(({ to, title }) => (
          <li key={to}>
            <Link
              to={to as "/"}
              className={classes.link}
              title={title}
              activeOptions={{ exact: true, includeSearch: false }}
            >
              <Icon size={16} stroke={1.75} aria-hidden className={classes.icon} />
              <span className={classes.title}>{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function SavedRecords() {
  const t = useTranslate();
  const user = useCurrentUser().api_id;
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { favorites, isFavorite } = useFavorites(user);
  const recent = useRecentRecords(user).filter(
    ({ to }) => !isFavorite(to) && recordIdOf(to) !== recordIdOf(path),
  );
  return (
    <>
      <RecordList label={t("shell.favorites.title")} icon={IconStar} records={favorites} />
      <RecordList
        label={t("shell.recent")}
        icon={IconHistory}
        records={recent.slice(0, MAX_RECENT)}
      />
    </>
  );
}
