// What happened to one record, or around one person, for the page about it.
import { useTranslate } from "../../../i18n/translate";
import { ListFrame } from "../../../ui/table/ListFrame";
import { ActivityEntries } from "./ActivityEntries";
import { type About, activityTimeline } from "./activityList";

export function TimelinePanel({ about }: { about: About }) {
  const t = useTranslate();
  return (
    <ListFrame
      list={activityTimeline}
      label={t("activity.title")}
      fixed={about}
      empty={{ title: t("activity.empty.title"), detail: t("activity.empty.detail") }}
      renderRows={({ rows: entries, busy }) => (
        <ActivityEntries
          entries={entries}
          busy={busy}
          label={t("activity.title")}
          named={"person" in about}
        />
      )}
    />
  );
}
