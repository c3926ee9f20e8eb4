// The entries of the activity log: action, record, actor and time.
import {
  IconArrowsExchange,
  IconDownload,
  IconLogin2,
  IconLogout,
  IconPencil,
  IconPlus,
  IconShield,
  IconTrash,
  IconUserShare,
  type TablerIcon,
} from "@tabler/icons-react";
import type { ActivityEntry } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { RelativeText } from "../../../ui/display/DateText";
import { ClientLink, ProjectLink, UserLink } from "../../../ui/links/RecordLinks";
import { ActionText } from "./ActionText";
import classes from "./Activity.module.css";
import { Changes } from "./Changes";

/** Other actions concern sign-in and security; they share one icon. */
const ICONS: Partial<Record<ActivityEntry["action"], TablerIcon>> = {
  created: IconPlus,
  changed: IconPencil,
  deleted: IconTrash,
  signed_in: IconLogin2,
  signed_out: IconLogout,
  handed_over: IconArrowsExchange,
  impersonation_started: IconUserShare,
  impersonation_stopped: IconUserShare,
  exported: IconDownload,
  downloaded: IconDownload,
};

type Props = {
  entries: readonly ActivityEntry[];
  busy: boolean;
  label: string;
  /** False on the page of the record itself. */
  showSubject?: boolean;
};

export function ActivityEntries({ entries, busy, label, showSubject = true }: Props) {
  return (
    <ul className={classes.entries} aria-label={label} aria-busy={busy}>
      {entries.map((entry) => (
        <Entry key={entry.api_id} entry={entry} showSubject={showSubject} />
      ))}
    </ul>
  );
}

function Entry({ entry, showSubject }: { entry: ActivityEntry; showSubject: boolean }) {
  const { label } = useEnumOptions();
  const Icon = ICONS[entry.action] ?? IconShield;
  return (
    <li className={classes.entry}>
      <Icon size={16} aria-hidden className={classes.icon} />
      <div className={classes.line}>
        <span className={classes.action}>
          <ActionText entry={entry} />
        </span>
        {showSubject && (
          <>
            {" · "}
            {label("activity_subject", entry.subject_type)} <Subject entry={entry} />
          </>
        )}
        <div className={classes.actor}>
          <ActorName entry={entry} /> · <RelativeText at={entry.at} />
        </div>
        <Changes entry={entry} />
      </div>
    </li>
  );
}

/** A link while the record exists and has a page. */
function Subject({ entry }: { entry: ActivityEntry }) {
  const { subject_type: type, subject_api_id: id, subject, subject_exists: exists } = entry;
  if (type === "settings" || type === "activity") return null;
  const ref = exists && id !== null ? { api_id: id, name: subject } : null;
  if (ref && type === "client") return <ClientLink client={ref} />;
  if (ref && type === "project") return <ProjectLink project={ref} />;
  if (ref && type === "user") return <UserLink user={ref} />;
  return subject;
}

function ActorName({ entry: { actor, real_actor: real } }: { entry: ActivityEntry }) {
  const t = useTranslate();
  if (actor === null) return t("activity.system");
  return real === null ? actor.name : t("activity.as", { name: real.name, other: actor.name });
}
