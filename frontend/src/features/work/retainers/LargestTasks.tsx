// The tasks with the most hours of a retainer's period; each opens its time entries.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { rowsQuery } from "../../../api/queries";
import type { Burn } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { HoursText } from "../../../ui/display/HoursText";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { listFilters } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./Retainers.module.css";

const MAX_TASKS = 6;
const HEIGHT = 180;

export function LargestTasks({ retainer, period }: { retainer: string; period: Burn["period"] }) {
  const t = useTranslate();
  const filters = {
    project: [retainer],
    worked_from: period.starts_on,
    worked_to: period.ends_on,
  };
  const query = useQuery(
    rowsQuery("/time-entry-groups", { by: "task", per_page: MAX_TASKS, ...filters }),
  );
  if (query.data === undefined)
    return query.isError ? <LoadFailure retry={query.refetch} /> : <Skeleton height={HEIGHT} />;
  return (
    <section aria-label={t("retainers.detail.tasks")}>
      <h3 className={classes.detailTitle}>{t("retainers.detail.tasks")}</h3>
      <ul className={classes.tasks}>
        {query.data.data.map(({ api_id, record, hours }) => (
          <li key={api_id}>
            {record === null ? (
              <span className={classes.muted}>{t("retainers.detail.no_task")}</span>
            ) : (
              <Link
                to="/time-entries"
                search={listFilters("/time-entries", { ...filters, task: [record.api_id] })}
                className={uiClasses.link}
              >
                {record.name}
              </Link>
            )}
            <HoursText hours={hours} />
          </li>
        ))}
      </ul>
    </section>
  );
}
