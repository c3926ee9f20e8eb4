// The hours of a client, a project or an employee by person, task, week or month; each group opens its time entries.
import { useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { TimeEntryGroup } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { ViewSwitch } from "../../../ui/layout/ViewSwitch";
import { changedSearch } from "../../../ui/links/screenSearch";
import { allPagesQuery } from "../../../ui/table/permittedList";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import type { RowDetail } from "../../../ui/table/tableModel";
import { useListState } from "../../../ui/table/useListState";
import { GroupCard } from "./GroupCard";
import { GroupEntries } from "./GroupEntries";
import type { TimeFilters } from "./groupFilters";
import { HoursAnswer } from "./HoursAnswer";
import { HoursChart } from "./HoursChart";
import { HoursPeriodField } from "./HoursPeriodField";
import { useHoursPeriod } from "./hoursPeriod";
import classes from "./RecordHours.module.css";
import { recordGroupCells } from "./recordGroupCells";
import {
  type Grouping,
  type HoursOwner,
  RECORD_GROUPINGS,
  RECORD_LISTS,
  type timeGroupsList,
} from "./timeEntriesList";
import { timeEntryCells } from "./timeEntryCells";
import { useGroupName } from "./useGroupName";

const ENTRIES = "entry";

type Props = { owner: HoursOwner; id: string };

export function RecordHoursPanel({ owner, id }: Props) {
  const t = useTranslate();
  const period = useHoursPeriod();
  const by = useGrouping(owner);
  const lists = RECORD_LISTS[owner];
  const days = period.range && { worked_from: period.range.from, worked_to: period.range.to };
  const fixed = { [owner]: [id], ...days };
  const { search } = useListState(lists.groups);
  const query = allPagesQuery(lists.entries, search, fixed);
  const empty = { title: t("time_entries.empty.title"), detail: t("record_hours.empty_period") };
  return (
    <div className={classes.page} data-in-order>
      <div className={classes.controls}>
        <HoursPeriodField period={period} />
        <GroupingSwitch owner={owner} by={by} />
      </div>
      <HoursAnswer
        query={query}
        reasons={owner === "employee" ? ["project", "task"] : ["employee", "task"]}
      />
      <HoursChart query={query} range={period.range} />
      {by === ENTRIES ? (
        <ResourceTable
          list={lists.entries}
          cells={timeEntryCells}
          label={t("time_entries.title")}
          fixed={fixed}
          empty={empty}
        />
      ) : (
        <Groups key={by} {...{ owner, by, query, fixed, empty }} />
      )}
    </div>
  );
}

type GroupsProps = {
  owner: HoursOwner;
  by: Grouping;
  query: TimeFilters;
  fixed: TimeFilters;
  empty: { title: string; detail: string };
};

function Groups({ owner, by, query, fixed, empty }: GroupsProps) {
  const t = useTranslate();
  const nameOf = useGroupName();
  const { groups } = RECORD_LISTS[owner];
  const list = useMemo(() => withGroupLabel(groups, by), [groups, by]);
  const detail: RowDetail<TimeEntryGroup> = {
    labelOf: (group) => t("time_entries.rows_of", { figure: nameOf(group) }),
    render: (group) => <GroupEntries owner={owner} group={group} query={query} />,
    isOnCards: true,
  };
  return (
    <ResourceTable
      list={list}
      cells={recordGroupCells}
      label={t(`time_entries.by.${by}`)}
      fixed={{ ...fixed, by }}
      empty={empty}
      detail={detail}
      card={(group: TimeEntryGroup) => <GroupCard group={group} />}
    />
  );
}

/** The column of the groups has their kind as its label. */
function withGroupLabel(list: typeof timeGroupsList, by: Grouping): typeof timeGroupsList {
  const columns = list.columns.map((column) =>
    column.id === "group" ? { ...column, label: `time_entries.by.${by}` as const } : column,
  );
  return { ...list, columns };
}

function useGrouping(owner: HoursOwner): Grouping | typeof ENTRIES {
  const { by } = useSearch({ strict: false }) as { by?: unknown };
  if (by === ENTRIES) return ENTRIES;
  const groupings: readonly Grouping[] = RECORD_GROUPINGS[owner];
  return groupings.find((name) => name === by) ?? RECORD_GROUPINGS[owner][0];
}

function GroupingSwitch({ owner, by }: { owner: HoursOwner; by: string }) {
  const t = useTranslate();
  const toSearch = (name: string, index: number) =>
    changedSearch({
      by: index === 0 ? undefined : name,
      page: undefined,
      sort: undefined,
      open: undefined,
      hidden: undefined,
    });
  const views = [...RECORD_GROUPINGS[owner], ENTRIES] as const;
  return (
    <ViewSwitch
      isInline
      label={t("time_entries.field.by")}
      current={by}
      views={views.map((name, index) => ({
        id: name,
        label: t(name === ENTRIES ? "record_hours.each_entry" : `time_entries.by.${name}`),
        search: toSearch(name, index),
      }))}
    />
  );
}
