// The user's own time entries on one project in a week.
import type { MyWeek } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { SmallRows } from "../../../ui/details/SmallRows";
import { Absent } from "../../../ui/display/Absent";
import { DateText } from "../../../ui/display/DateText";
import { HoursText } from "../../../ui/display/HoursText";
import { SourceLink } from "../../../ui/services/SourceLinks";
import classes from "./MyWeekPage.module.css";

type Entry = MyWeek["projects"][number]["entries"][number];

export function WeekEntries({ entries }: { entries: readonly Entry[] }) {
  const t = useTranslate();
  const source = ({ source_url }: Entry) =>
    source_url === null ? null : <SourceLink isBrief service="teamwork" url={source_url} />;
  return (
    <SmallRows
      label={t("time_entries.title")}
      heads={[
        { label: t("time_entries.field.worked_on") },
        { label: t("time_entries.field.task") },
        { label: t("time_entries.field.description") },
        { label: t("time_entries.field.hours"), align: "end" },
        { label: t("time_entries.field.source") },
      ]}
      rows={entries.map((entry) => ({
        key: entry.api_id,
        cells: [
          <DateText key="day" on={entry.worked_on} />,
          entry.task?.name ?? <Absent key="task" />,
          entry.description ?? <Absent key="description" />,
          <HoursText key="hours" hours={entry.hours} />,
          source(entry) ?? <Absent key="source" />,
        ],
        card: {
          head: (
            <span className={classes.cardHead}>
              <DateText on={entry.worked_on} /> <HoursText hours={entry.hours} />
            </span>
          ),
          lines: [entry.task?.name, entry.description, source(entry)].filter(Boolean),
        },
      }))}
    />
  );
}
