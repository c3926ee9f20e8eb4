// How a retainer stands: its hours, renewal and next payment, and the last twelve months.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { pageQuery } from "../../../api/queries";
import type { Project } from "../../../api/types";
import { usePermissions } from "../../../session/permissions";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { useCanReadTime } from "../../../ui/links/TimeLink";
import { BurnHeadline, NoBurnHeadline } from "./BurnHeadline";
import type { EntryFilters } from "./entryFilters";
import { MonthlyHours } from "./MonthlyHours";
import classes from "./Overview.module.css";
import { RetainerStrip } from "./RetainerStrip";

/** The expected height, to avoid layout shifts. */
const HEADLINE_HEIGHT = { base: 184, sm: 104, lg: 82 };
const SENTENCE_HEIGHT = 30;

type Props = { project: Project };

export function RetainerOverview({ project }: Props) {
  const { can } = usePermissions();
  const seesHours = can("retainers.view");
  const canReadTime = useCanReadTime(project.can.includes("edit"));
  const counted = project.counted_hours === "billable" ? { billable: true } : {};
  const entries: EntryFilters = canReadTime ? counted : null;
  return (
    <>
      {seesHours && <Headline project={project} entries={entries} />}
      <RetainerStrip project={project} seesHours={seesHours} />
      {seesHours && (
        <MonthlyHours
          projectId={project.api_id}
          isStated={project.included_hours !== null}
          entries={entries}
          hasNumbers
        />
      )}
    </>
  );
}

function Headline({ project, entries }: Props & { entries: EntryFilters }) {
  const query = useQuery(
    pageQuery("/retainer-burns", { query: { project: project.api_id, per_page: 10 } }),
  );
  const { data, isError, error, refetch } = query;
  if (data === undefined)
    return isError ? (
      <LoadFailure retry={refetch} error={error} />
    ) : (
      <PendingHeadline project={project} />
    );
  const burn = data.data[0];
  return burn === undefined ? (
    <NoBurnHeadline project={project} />
  ) : (
    <BurnHeadline burn={burn} entries={entries} />
  );
}

/** A retainer that does not run has a sentence instead of hours. */
function PendingHeadline({ project: { status } }: Props) {
  const isRunning = status === "active" || status === "on_hold";
  return isRunning ? (
    <div className={classes.headline}>
      <Skeleton h={HEADLINE_HEIGHT} />
    </div>
  ) : (
    <Skeleton height={SENTENCE_HEIGHT} />
  );
}
