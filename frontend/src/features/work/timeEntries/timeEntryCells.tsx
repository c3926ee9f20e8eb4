// The cells of the lists of time entries and of their groups.
import { Link } from "@tanstack/react-router";
import type { TimeEntry, TimeEntryGroup } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatInteger } from "../../../lib/numbers";
import { useEnumOptions } from "../../../session/enumOptions";
import { Absent } from "../../../ui/display/Absent";
import { DateText, RelativeText } from "../../../ui/display/DateText";
import { HoursText } from "../../../ui/display/HoursText";
import { ClientLink, EmployeeLink, ProjectLink } from "../../../ui/links/RecordLinks";
import { changedSearch, listFilters } from "../../../ui/links/screenSearch";
import { SourceLink } from "../../../ui/services/SourceLinks";
import type { CellsOf } from "../../../ui/table/tableModel";
import classes from "../../../ui/ui.module.css";
import { GroupShare } from "./GroupShare";
import { groupFilters } from "./groupFilters";
import type { timeEntriesList, timeGroupsList } from "./timeEntriesList";
import { useGroupName } from "./useGroupName";

export const timeEntryCells: CellsOf<typeof timeEntriesList> = {
  worked_on: (entry) => <DateText on={entry.worked_on} />,
  employee: (entry) => <Person entry={entry} />,
  client: (entry) => <ClientLink client={entry.client} />,
  project: (entry) =>
    entry.project ? (
      <ProjectLink project={entry.project} client={entry.client} />
    ) : (
      <Unmatched name={entry.service_project} />
    ),
  hours: (entry) => <HoursText hours={entry.hours} />,
  is_billable: (entry) => <Billable isBillable={entry.is_billable} />,
  source: (entry) =>
    entry.source_url === null ? (
      <Absent />
    ) : (
      <SourceLink isBrief service="teamwork" url={entry.source_url} />
    ),
  project_kind: (entry) => <EnumLabel enumName="project_kind" value={entry.project_kind} />,
  period: (entry) => <EnumLabel enumName="retainer_period_status" value={entry.period} />,
  minutes: (entry) => <Count count={entry.minutes} />,
  synced_at: (entry) => <RelativeText at={entry.synced_at} />,
};

export const timeGroupCells: CellsOf<typeof timeGroupsList> = {
  group: (group) => <GroupName group={group} />,
  share_percent: (group) => <GroupShare percent={group.share_percent} />,
  entries: (group) => <Count count={group.entries} />,
  hours: (group) => <HoursText hours={group.hours} />,
  billable_hours: (group) => <HoursText hours={group.billable_hours} />,
};

/** Former employees are named only for users who may read their records. */
function Person({ entry }: { entry: TimeEntry }) {
  const t = useTranslate();
  if (entry.employee === undefined) return t("dashboard.row.left");
  if (entry.employee === null) return <Unmatched name={entry.service_person ?? null} />;
  return <EmployeeLink employee={entry.employee} />;
}

function Unmatched({ name }: { name: string | null }) {
  const t = useTranslate();
  return name === null ? <Absent /> : t("time_entries.unmatched_name", { name });
}

function Billable({ isBillable }: { isBillable: boolean }) {
  const t = useTranslate();
  return t(isBillable ? "time_entries.billable.yes" : "time_entries.billable.no");
}

function Count({ count }: { count: number }) {
  return <span className={classes.figure}>{formatInteger(count, useLocale())}</span>;
}

type LabelProps = { enumName: "project_kind" | "retainer_period_status"; value: string | null };

function EnumLabel({ enumName, value }: LabelProps) {
  const { label } = useEnumOptions();
  return value === null ? <Absent /> : label(enumName, value);
}

/** Opens the entries of the group, with the other filters of the list. */
function GroupName({ group }: { group: TimeEntryGroup }) {
  const name = useGroupName()(group);
  const change = {
    ...listFilters("/time-entries", groupFilters(group)),
    by: undefined,
    page: undefined,
    sort: undefined,
  };
  // The list has no filter for keys of the project tool: their entries are below the row of a record.
  if (group.service_key !== null) return name;
  return (
    <Link to="/time-entries" search={changedSearch(change)} className={classes.link}>
      {name}
    </Link>
  );
}
