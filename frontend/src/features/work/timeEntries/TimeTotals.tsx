// The totals of the listed time entries, over all pages.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import type { Query } from "../../../api/wire";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatInteger } from "../../../lib/numbers";
import { HoursText } from "../../../ui/display/HoursText";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { FigureCards } from "../../../ui/figures/FigureCards";
import { allPagesQuery } from "../../../ui/table/permittedList";
import { useListState } from "../../../ui/table/useListState";
import { timeEntriesList } from "./timeEntriesList";

/** The expected heights on phones and wider screens, to avoid layout shifts. */
const CARDS_HEIGHT = { base: 246, sm: 78 };

export function TimeTotals({ fixed }: { fixed?: Query<"/time-entries"> | undefined }) {
  const t = useTranslate();
  const locale = useLocale();
  const { search } = useListState(timeEntriesList);
  const query = allPagesQuery(timeEntriesList, search, fixed);
  const { data, isError, error, refetch } = useQuery(dataQuery("/time-entries/totals", { query }));
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton h={CARDS_HEIGHT} />;
  return (
    <FigureCards
      figures={[
        { label: t("time_entries.field.hours"), value: <HoursText hours={data.hours} /> },
        {
          label: t("time_entries.field.billable_hours"),
          value: <HoursText hours={data.billable_hours} />,
        },
        { label: t("time_entries.field.entries"), value: formatInteger(data.entries, locale) },
      ]}
    />
  );
}
