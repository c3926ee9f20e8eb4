// The time entries of one client, with totals.
import { Stack } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { TimeTotals } from "./TimeTotals";
import { clientTimeList } from "./timeEntriesList";
import { timeEntryCells } from "./timeEntryCells";

export function ClientTime({ clientId }: { clientId: string }) {
  const t = useTranslate();
  const fixed = { client: [clientId] };
  return (
    <Stack gap="md">
      <TimeTotals fixed={fixed} />
      <ResourceTable
        list={clientTimeList}
        cells={timeEntryCells}
        label={t("time_entries.title")}
        fixed={fixed}
        empty={{ title: t("time_entries.empty.title"), detail: t("time_entries.empty.detail") }}
      />
    </Stack>
  );
}
