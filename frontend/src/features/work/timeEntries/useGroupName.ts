// The name of a group of time entries: its record, its period, or its name in the project tool.
import type { TimeEntryGroup } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate, monthOfYear } from "../../../lib/dates";
import { formatDateRange } from "../../../lib/weeks";

export function useGroupName() {
  const t = useTranslate();
  const locale = useLocale();
  return ({ by, record, service_name, starts_on, ends_on }: TimeEntryGroup): string => {
    if (starts_on !== null && ends_on !== null) {
      if (by === "month") return monthOfYear(starts_on, locale);
      return by === "week"
        ? formatDateRange(starts_on, ends_on, locale)
        : formatDate(starts_on, locale);
    }
    if (record !== null) return record.name;
    return service_name === null
      ? t("time_entries.no_group")
      : t("time_entries.unmatched_name", { name: service_name });
  };
}
