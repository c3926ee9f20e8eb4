// The whole activity log, and for those who may take it away, as a file.
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { apiAddress } from "../../api/client";
import type { ActivityEntry } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { usePermissions } from "../../session/permissions";
import { PageTitle } from "../../ui/PageTitle";
import { listQuery } from "../../ui/table/listSearch";
import { ResourceTable } from "../../ui/table/ResourceTable";
import { useListState } from "../../ui/table/useListState";
import { ActivityEntries } from "./ActivityEntries";
import { activityLog } from "./activityList";

export function ActivityPage() {
  const t = useTranslate();
  const { may } = usePermissions();
  const { impersonator } = useCurrentUser();
  // The log leaves the house only in the hands of whoever really sits there.
  const exports = may("activity.export") && impersonator === undefined;
  return (
    <>
      <PageTitle actions={exports && <ExportLink />}>{t("activity.log")}</PageTitle>
      <ResourceTable<ActivityEntry>
        list={activityLog}
        cells={{}}
        label={t("activity.log")}
        empty={{ title: t("activity.empty.title"), detail: t("activity.empty.detail") }}
        drawn={(entries, busy) => (
          <ActivityEntries entries={entries} busy={busy} label={t("activity.log")} />
        )}
      />
    </>
  );
}

/** A plain link, so that the browser downloads as it does everywhere; over all pages of what is shown. */
function ExportLink() {
  const t = useTranslate();
  const { search } = useListState(activityLog);
  const { page: _, per_page: __, ...query } = listQuery(activityLog, search);
  return (
    <Button
      component="a"
      variant="default"
      href={apiAddress("/activity/export", query)}
      download
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {t("activity.export")}
    </Button>
  );
}
