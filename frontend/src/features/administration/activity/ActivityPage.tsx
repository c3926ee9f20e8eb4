// The whole activity log.
import { useTranslate } from "../../../i18n/translate";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ListFrame } from "../../../ui/table/ListFrame";
import { ActivityEntries } from "./ActivityEntries";
import { activityLog } from "./activityList";

export function ActivityPage() {
  const t = useTranslate();
  return (
    <>
      <PageTitle>{t("activity.log")}</PageTitle>
      <ListFrame
        list={activityLog}
        label={t("activity.log")}
        empty={{ title: t("activity.empty.title"), detail: t("activity.empty.detail") }}
        renderRows={({ rows: entries, busy }) => (
          <ActivityEntries entries={entries} busy={busy} label={t("activity.log")} />
        )}
      />
    </>
  );
}
