// The time entries of a group, newest first, below its row.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { rowsQuery } from "../../../api/queries";
import type { TimeEntry, TimeEntryGroup } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { SmallRows } from "../../../ui/details/SmallRows";
import type { SmallCard } from "../../../ui/details/SmallTable";
import { DateText } from "../../../ui/display/DateText";
import { HoursText } from "../../../ui/display/HoursText";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { listFilters } from "../../../ui/links/screenSearch";
import { renderCell } from "../../../ui/table/renderCell";
import type { Cells } from "../../../ui/table/tableModel";
import uiClasses from "../../../ui/ui.module.css";
import { groupFilters, type TimeFilters } from "./groupFilters";
import classes from "./RecordHours.module.css";
import { type HoursOwner, RECORD_LISTS } from "./timeEntriesList";
import { timeEntryCells } from "./timeEntryCells";

/** More entries open in the list, which has pages. */
const MAX_ENTRIES = 25;
const ROW_HEIGHT = 33;
const COLUMNS = ["worked_on", "employee", "project", "task", "description", "hours", "source"];

type Props = { owner: HoursOwner; group: TimeEntryGroup; query: TimeFilters };

export function GroupEntries({ owner, group, query }: Props) {
  const t = useTranslate();
  const filters = intersect(query, groupFilters(group));
  const found = useQuery(rowsQuery("/time-entries", { ...filters, per_page: MAX_ENTRIES }));
  const { data, isError, error, refetch } = found;
  if (data === undefined)
    return isError ? (
      <LoadFailure retry={refetch} error={error} />
    ) : (
      <Skeleton height={(Math.min(group.entries, MAX_ENTRIES) + 1) * ROW_HEIGHT} />
    );
  const columns = RECORD_LISTS[owner].entries.columns.filter(
    ({ id }) => COLUMNS.includes(id) && id !== group.by,
  );
  const { service_person: _, service_project: __, ...listed } = filters;
  return (
    <>
      <SmallRows
        label={t("time_entries.title")}
        heads={columns.map(({ label, align }) => ({ label: t(label), ...(align && { align }) }))}
        rows={data.data.map((entry: TimeEntry) => ({
          key: entry.api_id,
          cells: columns.map((column) => renderCell(timeEntryCells, column, entry)),
          card: entryCard(columns.map(({ id }) => id).filter(isSubject), entry),
        }))}
      />
      {data.meta.total > MAX_ENTRIES && group.service_key === null && (
        <Link
          to="/time-entries"
          search={listFilters("/time-entries", listed)}
          className={`${uiClasses.link} ${classes.all}`}
        >
          {t("record_hours.all_entries", { count: data.meta.total })}
        </Link>
      )}
    </>
  );
}

const isSubject = (id: string) => id === "employee" || id === "project" || id === "task";

/** On a phone: day and hours, then who or what, the description and the link. */
function entryCard(subjects: readonly string[], entry: TimeEntry): SmallCard {
  const cells: Cells<TimeEntry> = timeEntryCells;
  const subject = (id: string) => (id === "task" ? entry.task?.name : cells[id]?.(entry));
  return {
    head: (
      <span className={classes.entryHead}>
        <DateText on={entry.worked_on} /> <HoursText hours={entry.hours} />
      </span>
    ),
    lines: [
      ...subjects.map(subject).filter(Boolean),
      ...(entry.description ? [entry.description] : []),
      ...(entry.source_url === null ? [] : [timeEntryCells.source(entry)]),
    ],
  };
}

/** The filters of both; the days of a week or month are cut to those of the list. */
function intersect(query: TimeFilters, group: TimeFilters): TimeFilters {
  const from = [query.worked_from, group.worked_from]
    .filter((day) => day != null)
    .sort()
    .at(-1);
  const to = [query.worked_to, group.worked_to]
    .filter((day) => day != null)
    .sort()
    .at(0);
  return { ...query, ...group, ...(from && { worked_from: from }), ...(to && { worked_to: to }) };
}
