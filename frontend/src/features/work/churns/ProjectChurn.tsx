// The losses of a retainer, latest first; undone ones are folded.
import { itemQuery, pageQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { EmptyState } from "../../../ui/feedback/EmptyState";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Section } from "../../../ui/layout/Section";
import { COUNTED_STATES } from "./analysisLinks";
import { ChurnDetail } from "./ChurnDetail";
import { VoidedChurns } from "./VoidedChurns";

const MAX_EVENTS = 10;

export function ProjectChurn({ id }: { id: string }) {
  const t = useTranslate();
  const locale = useLocale();
  const query = {
    project: id,
    state: COUNTED_STATES,
    per_page: MAX_EVENTS,
    sort: "-effective_on",
  } as const;
  const { data, isError, refetch } = useQuery(pageQuery("/churn-events", { query }));
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} /> : <Skeleton height={420} />;
  return (
    <Stack gap="md">
      {data.data.length === 0 && (
        <EmptyState title={t("churns.never.title")} detail={t("churns.never.detail")} />
      )}
      {data.data.map((event) => (
        <Section
          key={event.api_id}
          title={t("churns.on_day", { date: formatDate(event.effective_on, locale) })}
        >
          <ChurnById id={event.api_id} />
        </Section>
      ))}
      <VoidedChurns project={id} />
    </Stack>
  );
}

function ChurnById({ id }: { id: string }) {
  const { data: event, isError, refetch } = useQuery(itemQuery("/churn-events/{id}", id));
  if (event === undefined)
    return isError ? <LoadFailure retry={refetch} /> : <Skeleton height={360} />;
  return <ChurnDetail event={event} />;
}
