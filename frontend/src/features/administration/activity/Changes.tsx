// What an entry changed, field by field: before → after, in words.
import { IconArrowRight } from "@tabler/icons-react";
import type { ActivityEntry } from "../../../api/types";
import { isMessage, useTranslate } from "../../../i18n/translate";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./Activity.module.css";
import { NOUN_OF_SUBJECT } from "./fieldKinds";
import { useLoggedValues } from "./loggedValues";

/** As many fields are named before the entry is opened. */
const NAMED = 3;

export function Changes({ entry }: { entry: ActivityEntry }) {
  const t = useTranslate();
  const changes = entry.changes.filter(({ before, after }) => before !== null || after !== null);
  if (changes.length === 0) return null;
  const more = changes.length - NAMED;
  return (
    <details className={classes.details}>
      <summary>
        {changes.slice(0, NAMED).map(({ field }, index) => (
          <span key={field}>
            {index > 0 && ", "}
            <FieldName entry={entry} field={field} />
          </span>
        ))}
        {more > 0 && ` ${t("activity.more", { count: more })}`}
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
  const wordsOf = useLoggedValues(entry);
  const nothing = t("activity.empty_value");
  const was = wordsOf(field, before);
  const is = wordsOf(field, after);
  return (
    <>
      <dt>
        <FieldName entry={entry} field={field} />
      </dt>
      <dd>
        {entry.action === "changed" ? (
          <>
            <span className={uiClasses.unseen}>{t("activity.from")} </span>
            <span className={classes.before}>{was ?? nothing}</span>
            <IconArrowRight size={14} aria-hidden className={classes.arrow} />
            <span className={uiClasses.unseen}>{t("activity.to")} </span>
            {is ?? nothing}
          </>
        ) : (
          (is ?? was)
        )}
      </dd>
    </>
  );
}

/** A field without a label, as a newer server may have, is shown by its name. */
function FieldName({ entry, field }: { entry: ActivityEntry; field: string }) {
  const t = useTranslate();
  const nouns = [NOUN_OF_SUBJECT[entry.subject_type], "activity"];
  const label = nouns.map((noun) => `${noun}.field.${field}`).find(isMessage);
  return label ? t(label) : <code>{field}</code>;
}
