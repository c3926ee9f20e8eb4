// The log as people read it: what happened to which record, who did it, and when.
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
import classes from "./Activity.module.css";
import { Changes } from "./Changes";

/** What is about signing in has one mark, unless it has its own. */
const MARKS: Partial<Record<ActivityEntry["action"], TablerIcon>> = {
  created: IconPlus,
  changed: IconPencil,
  deleted: IconTrash,
  signed_in: IconLogin2,
  signed_out: IconLogout,
  handed_over: IconArrowsExchange,
  impersonation_started: IconUserShare,
  impersonation_stopped: IconUserShare,
  exported: IconDownload,
};

type Props = {
  entries: readonly ActivityEntry[];
  busy: boolean;
  label: string;
  /** False where the page around it says already which record it is about. */
  named?: boolean;
};

export function ActivityEntries({ entries, busy, label, named = true }: Props) {
  return (
    <ul className={classes.entries} aria-label={label} aria-busy={busy}>
      {entries.map((entry) => (
        <Entry key={entry.api_id} entry={entry} named={named} />
      ))}
    </ul>
  );
}

function Entry({ entry, named }: { entry: ActivityEntry; named: boolean }) {
  const { label } = useEnumOptions();
  const Mark = MARKS[entry.action] ?? IconShield;
  return (
    <li className={classes.entry}>
      <Mark size={16} aria-hidden className={classes.mark} />
      <div className={classes.line}>
        <span className={classes.what}>{label("activity_action", entry.action)}</span>
        {named && (
          <>
            {" · "}
            {label("activity_subject", entry.subject_type)} <Subject entry={entry} />
          </>
        )}
        <div className={classes.by}>
          <Who entry={entry} /> · <RelativeText at={entry.at} />
        </div>
        <Changes entry={entry} />
      </div>
    </li>
  );
}

/** Led to while it exists and has a page; there is only one of the settings, and one log. */
function Subject({ entry }: { entry: ActivityEntry }) {
  const { subject_type: type, subject_api_id: id, subject, subject_exists: exists } = entry;
  if (type === "settings" || type === "activity") return null;
  const ref = exists && id !== null ? { api_id: id, name: subject } : null;
  if (ref && type === "client") return <ClientLink client={ref} />;
  if (ref && type === "project") return <ProjectLink project={ref} />;
  if (ref && type === "user") return <UserLink user={ref} />;
  return subject;
}

function Who({ entry: { actor, real_actor: real } }: { entry: ActivityEntry }) {
  const t = useTranslate();
  if (actor === null) return t("activity.system");
  return real === null ? actor.name : t("activity.as", { name: real.name, other: actor.name });
}
