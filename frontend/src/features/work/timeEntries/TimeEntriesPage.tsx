// The page of time entries: one by one, or grouped, with totals.
import { Group, Stack } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import { TIME_PERMISSIONS, usePermissions } from "../../../session/permissions";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { NativeSelectField } from "../../../ui/fields/NativeSelectField";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { changedSearch } from "../../../ui/links/screenSearch";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { TimeTotals } from "./TimeTotals";
import { GROUPINGS, type Grouping, timeEntriesList, timeGroupsList } from "./timeEntriesList";
import { timeEntryCells, timeGroupCells } from "./timeEntryCells";

export function TimeEntriesPage() {
  const t = useTranslate();
  const by = useGrouping();
  const { canAny } = usePermissions();
  const empty = { title: t("time_entries.empty.title"), detail: t("time_entries.empty.detail") };
  if (!canAny(TIME_PERMISSIONS)) return <Forbidden page={t("time_entries.title")} />;
  return (
    <>
      <PageTitle>{t("time_entries.title")}</PageTitle>
      <Stack gap="md">
        <TimeTotals />
        <Group gap="sm">
          <GroupingField by={by} />
        </Group>
        {by === undefined ? (
          <ResourceTable
            list={timeEntriesList}
            cells={timeEntryCells}
            label={t("time_entries.title")}
            empty={empty}
          />
        ) : (
          <ResourceTable
            key={by}
            list={timeGroupsList}
            cells={timeGroupCells}
            label={t(`time_entries.by.${by}`)}
            fixed={{ by }}
            empty={empty}
          />
        )}
      </Stack>
    </>
  );
}

function useGrouping(): Grouping | undefined {
  const { by } = useSearch({ strict: false }) as { by?: unknown };
  return GROUPINGS.find((name) => name === by);
}

function GroupingField({ by }: { by: Grouping | undefined }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const choose = (chosen: string) => {
    const change = { by: chosen || undefined, page: undefined, sort: undefined, hidden: undefined };
    void navigate({ to: ".", search: changedSearch(change), resetScroll: false });
  };
  return (
    <NativeSelectField
      label={t("time_entries.field.by")}
      value={by ?? ""}
      choices={[
        { value: "", label: t("time_entries.by.none") },
        ...GROUPINGS.map((value) => ({ value, label: t(`time_entries.by.${value}`) })),
      ]}
      onChange={choose}
    />
  );
}
