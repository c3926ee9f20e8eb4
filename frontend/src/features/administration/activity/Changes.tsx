// The changed fields of an entry, with the values before and after.
import { IconArrowRight } from "@tabler/icons-react";
import type { ActivityEntry } from "../../../api/types";
import { isMessage, useTranslate } from "../../../i18n/translate";
import classes from "./Activity.module.css";
import { NOUN_OF_SUBJECT } from "./fieldKinds";
import { useLoggedValues } from "./loggedValues";

/** How many fields the collapsed entry names. */
const MAX_NAMED_FIELDS = 3;

export function Changes({ entry }: { entry: ActivityEntry }) {
  const t = useTranslate();
  const changes = entry.changes.filter(({ before, after }) => before !== null || after !== null);
  if (changes.length === 0) return null;
  const remaining = changes.length - MAX_NAMED_FIELDS;
  return (
    <details className={classes.details}>
      <summary>
        {changes.slice(0, MAX_NAMED_FIELDS).map(({ field }, index) => (
          <span key={field}>
            {index > 0 && ", "}
            <FieldName entry={entry} field={field} />
          </span>
        ))}
        {remaining > 0 && ` ${t("activity.more", { count: remaining })}`}
      </summary>
      <dl className={classes.changes}>
        {changes.map((change) => (
          <Change key={change.field} entry={entry} change={change} />
        ))}
      </dl>
    </details>
  );
}

type Props = { entry: ActivityEntry; change: ActivityEntry["changes"][number] };

function Change({ entry, change: { field, before, after } }: Props) {
  const t = useTranslate();
  const formatValue = useLoggedValues(entry);
  const emptyText = t("activity.empty_value");
  const beforeText = formatValue(field, before);
  const afterText = formatValue(field, after);
  return (
    <>
      <dt>
        <FieldName entry={entry} field={field} />
      </dt>
      <dd>
        {entry.action === "changed" ? (
          <>
            <span className="regie-visually-hidden">{t("activity.from")} </span>
            <span className={classes.before}>{beforeText ?? emptyText}</span>
            <IconArrowRight size={14} aria-hidden className={classes.arrow} />
            <span className="regie-visually-hidden">{t("activity.to")} </span>
            {afterText ?? emptyText}
          </>
        ) : (
          (afterText ?? beforeText)
        )}
      </dd>
    </>
  );
}

/** Shows the raw name of a field without a label, which a newer server may have. */
function FieldName({ entry, field }: { entry: ActivityEntry; field: string }) {
  const t = useTranslate();
  // A project to create has the fields of a project.
  const nouns = [NOUN_OF_SUBJECT[entry.subject_type], "projects", "activity"];
  const label = nouns.map((noun) => `${noun}.field.${field}`).find(isMessage);
  return label ? t(label) : <code>{field}</code>;
}
