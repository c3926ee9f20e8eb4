// The cells of the lists of time entries and of their groups.
import { Link } from "@tanstack/react-router";
import type { Ref, TimeEntry, TimeEntryGroup } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
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
import type { timeEntriesList, timeGroupsList } from "./timeEntriesList";

export const timeEntryCells: CellsOf<typeof timeEntriesList> = {
  worked_on: (entry) => <DateText on={entry.worked_on} />,
  employee: (entry) => <Person entry={entry} />,
  client: (entry) => <ClientLink client={entry.client} />,
  project: (entry) =>
    entry.project ? (
      <ProjectLink project={entry.project} />
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
  const t = useTranslate();
  const locale = useLocale();
  const { record, service_name, worked_on } = group;
  if (worked_on !== null) {
    const days = listFilters("/time-entries", { worked_from: worked_on, worked_to: worked_on });
    return <EntriesLink filters={days} name={formatDate(worked_on, locale)} />;
  }
  if (record !== null) return <EntriesLink filters={filterOf(group, record)} name={record.name} />;
  return service_name === null ? t("time_entries.no_group") : <Unmatched name={service_name} />;
}

function filterOf({ by }: TimeEntryGroup, { api_id }: Ref) {
  const filters = {
    project: listFilters("/time-entries", { project: [api_id] }),
    client: listFilters("/time-entries", { client: [api_id] }),
    employee: listFilters("/time-entries", { employee: [api_id] }),
    task: listFilters("/time-entries", { task: [api_id] }),
    day: {},
  };
  return filters[by];
}

type LinkProps = { filters: ReturnType<typeof listFilters>; name: string };

function EntriesLink({ filters, name }: LinkProps) {
  const change = { ...filters, by: undefined, page: undefined, sort: undefined };
  return (
    <Link to="/time-entries" search={changedSearch(change)} className={classes.link}>
      {name}
    </Link>
  );
}
