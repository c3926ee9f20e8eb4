// The activity of one record or one person.
import { useTranslate } from "../../../i18n/translate";
import { ListFrame } from "../../../ui/table/ListFrame";
import { ActivityEntries } from "./ActivityEntries";
import { activityTimeline, type TimelineFilter } from "./activityList";

export function TimelinePanel({ filter }: { filter: TimelineFilter }) {
  const t = useTranslate();
  return (
    <ListFrame
      list={activityTimeline}
      label={t("activity.title")}
      fixed={filter}
      empty={{ title: t("activity.empty.title"), detail: t("activity.empty.detail") }}
      renderRows={({ rows: entries, busy }) => (
        <ActivityEntries
          entries={entries}
          busy={busy}
          label={t("activity.title")}
          showSubject={"person" in filter}
        />
      )}
    />
  );
}
