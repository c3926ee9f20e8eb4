// The hours that margins count without a plausible cost, with their people, and those that no margin counts.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { dataQuery } from "../../../api/queries";
import type { MarginGap } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatHours } from "../../../lib/numbers";
import { useEnumOptions } from "../../../session/enumOptions";
import { SmallRows } from "../../../ui/details/SmallRows";
import { DateText } from "../../../ui/display/DateText";
import { HoursText } from "../../../ui/display/HoursText";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Section } from "../../../ui/layout/Section";
import { LinkedText } from "../../../ui/links/LinkedText";
import { EmployeeLink } from "../../../ui/links/RecordLinks";
import { listFilters } from "../../../ui/links/screenSearch";
import { allPagesQuery } from "../../../ui/table/permittedList";
import { useListState } from "../../../ui/table/useListState";
import uiClasses from "../../../ui/ui.module.css";
import { marginsList } from "./marginsList";

export function MarginGaps() {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const { search } = useListState(marginsList);
  const { from, to } = allPagesQuery(marginsList, search);
  const query = { ...(from && { from }), ...(to && { to }) };
  const { data, isError, error, refetch } = useQuery(dataQuery("/margin-gaps", { query }));
  if (data === undefined) return isError ? <LoadFailure retry={refetch} error={error} /> : null;
  const hasOthers = Number(data.hours_without_project) > 0;
  if (data.gaps.length === 0 && !hasOthers) return null;
  const unlinked = listFilters("/time-entries", {
    unmatched: ["project"],
    worked_from: data.from,
    worked_to: data.as_of,
  });
  return (
    <Section title={t("margin.gaps.title")}>
      {data.gaps.length > 0 && (
        <SmallRows
          label={t("margin.gaps.title")}
          heads={[
            { label: t("margins.field.employee") },
            { label: t("margin.gaps.reason") },
            { label: t("margins.field.hours"), align: "end" },
            { label: t("margin.gaps.first") },
            { label: t("margin.gaps.last") },
          ]}
          rows={data.gaps.map((gap) => ({
            key: `${gap.reason}-${gap.service_key}`,
            cells: [
              <Person key="person" gap={gap} />,
              label("margin_gap", gap.reason),
              <GapHours key="hours" gap={gap} />,
              <DateText key="first" on={gap.first_on} />,
              <DateText key="last" on={gap.last_on} />,
            ],
          }))}
        />
      )}
      {hasOthers && (
        <Text size="sm" mt="xs">
          <LinkedText
            text={t("margin.gaps.without_project", {
              hours: formatHours(data.hours_without_project, locale),
            })}
            parts={{
              a: (text) => (
                <Link
                  to="/time-entries"
                  search={unlinked}
                  className={uiClasses.link}
                  // Within a sentence, a link differs from its words by more than its color.
                  style={{ textDecoration: "underline" }}
                >
                  {text}
                </Link>
              ),
            }}
          />
        </Text>
      )}
    </Section>
  );
}

function Person({ gap }: { gap: MarginGap }) {
  const t = useTranslate();
  if (gap.employee !== null) return <EmployeeLink employee={gap.employee} />;
  return gap.service_person ?? t("margin.none.person");
}

function GapHours({ gap }: { gap: MarginGap }) {
  const filters = {
    ...(gap.employee ? { employee: [gap.employee.api_id] } : { service_person: [gap.service_key] }),
    worked_from: gap.first_on,
    worked_to: gap.last_on,
  };
  return (
    <Link
      to="/time-entries"
      search={listFilters("/time-entries", filters)}
      className={uiClasses.link}
    >
      <HoursText hours={gap.hours} />
    </Link>
  );
}
