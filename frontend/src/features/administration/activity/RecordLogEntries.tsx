// The entries of the log about a record between two days; for a client, about its retainers and their churn too.
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { rowsQuery, runIf } from "../../../api/queries";
import { useTranslate } from "../../../i18n/translate";
import { ACTIVITY_PERMISSIONS, usePermissions } from "../../../session/permissions";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { ActivityEntries } from "./ActivityEntries";
import { useLogSubjects } from "./useLogSubjects";

const MAX_ENTRIES = 50;

type Props = { record: { api_id: string; kind: string }; days: { from: string; to: string } };

export function RecordLogEntries({ record, days }: Props) {
  const t = useTranslate();
  const { canAny, scope } = usePermissions();
  const mayRead = canAny(ACTIVITY_PERMISSIONS);
  const { subjects, isCut, isError: hasNoSubjects, retry } = useLogSubjects(record, mayRead);
  const { data, isError, refetch } = useQuery({
    ...rowsQuery("/activity", {
      subject: subjects ?? [record.api_id],
      at_from: days.from,
      at_to: days.to,
      per_page: MAX_ENTRIES,
    }),
    ...runIf(mayRead && subjects !== undefined),
    throwOnError: false,
  });
  if (!mayRead) return <Text size="sm">{t("months.record_log.hidden")}</Text>;
  if (hasNoSubjects) return <LoadFailure retry={retry} />;
  if (isError) return <LoadFailure retry={refetch} />;
  const hasMore = isCut || (data?.meta.total ?? 0) > MAX_ENTRIES;
  // Any other permission shows a part of the log.
  const none = scope("activity.view") === "all" ? "none" : "none_seen";
  return (
    <Stack gap="xs">
      {data?.data.length === 0 ? (
        <Text size="sm">{t(`months.record_log.${none}`)}</Text>
      ) : (
        <ActivityEntries
          entries={data?.data ?? []}
          busy={data === undefined}
          label={t("activity.title")}
        />
      )}
      {data && hasMore && (
        <Text size="sm" c="dimmed">
          {t("months.record_log.more", { records: subjects?.length ?? 1, entries: MAX_ENTRIES })}
        </Text>
      )}
    </Stack>
  );
}
