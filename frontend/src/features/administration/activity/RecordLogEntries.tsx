// The entries of the log about a record between two days; for a client, about its retainers too.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { rowsQuery, runIf } from "../../../api/queries";
import { useTranslate } from "../../../i18n/translate";
import { ACTIVITY_PERMISSIONS, usePermissions } from "../../../session/permissions";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { ActivityEntries } from "./ActivityEntries";

/** The log is read for ten records at once, the client and nine of its retainers. */
const MAX_RETAINERS = 9;
const MAX_ENTRIES = 50;

type Props = { record: { api_id: string; kind: string }; days: { from: string; to: string } };

export function RecordLogEntries({ record, days }: Props) {
  const t = useTranslate();
  const { canAny } = usePermissions();
  const isClient = record.kind === "client";
  const mayRead = canAny(ACTIVITY_PERMISSIONS);
  const retainers = useQuery({
    ...rowsQuery("/projects", {
      client: [record.api_id],
      kind: ["retainer"],
      per_page: MAX_RETAINERS,
    }),
    ...runIf(mayRead && isClient),
  });
  const subjects = [record.api_id, ...(retainers.data?.data ?? []).map(({ api_id }) => api_id)];
  const { data, isError, refetch } = useQuery({
    ...rowsQuery("/activity", {
      subject: isClient ? subjects : [record.api_id],
      at_from: days.from,
      at_to: days.to,
      per_page: MAX_ENTRIES,
    }),
    ...runIf(mayRead && (!isClient || retainers.data !== undefined)),
  });
  if (!mayRead) return <Text size="sm">{t("months.record_log.hidden")}</Text>;
  if (isError) return <LoadFailure retry={refetch} />;
  if (data?.data.length === 0) return <Text size="sm">{t("months.record_log.none")}</Text>;
  return (
    <ActivityEntries
      entries={data?.data ?? []}
      busy={data === undefined}
      label={t("activity.title")}
    />
  );
}
