// The main navigation, filtered by the user's permissions.
import { Link } from "@tanstack/react-router";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import type { Destination } from "./destination";
import { permittedNavigation } from "./permittedNavigation";
import classes from "./Sidebar.module.css";

type Props = { onLeave?: () => void };

function DestinationLink({ to, label, icon: Icon, onLeave }: Destination & Props) {
  const t = useTranslate();
  return (
    <li>
      <Link
        to={to}
        className={classes.link}
        activeOptions={{ exact: to === "/", includeSearch: false }}
        title={t(label)}
        {...(onLeave ? { onClick: onLeave } : {})}
      >
        <Icon size={18} stroke={1.75} aria-hidden className={classes.icon} />
        <span className={classes.label}>{t(label)}</span>
      </Link>
    </li>
  );
}

export function Sidebar({ onLeave }: Props) {
  const t = useTranslate();
  const groups = permittedNavigation(useCurrentUser());
  return (
    <nav aria-label={t("shell.main_navigation")} className={classes.navigation}>
      {groups.map(({ label, destinations }) => (
        <div key={label ?? "top"}>
          {label && (
            <div className={classes.group} id={`nav-${label}`}>
              {t(label)}
            </div>
          )}
          <ul className={classes.list} {...(label ? { "aria-labelledby": `nav-${label}` } : {})}>
            {destinations.map((destination) => (
              <DestinationLink
                key={destination.to}
                {...destination}
                {...(onLeave ? { onLeave } : {})}
              />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
