// Says before a link is saved which of its months are closed: what it changes of them is a restatement.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { pageQuery, runIf } from "../../api/queries";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { monthOfYear } from "../../lib/dates";
import { usePermissions } from "../../session/permissions";

/** The days that the link counts in; those who may link see the months. */
export type ClosedMonthProps = { days: readonly string[] };

const monthOf = (day: string) => day.slice(0, "2026-10".length);

export function ClosedMonths({ days }: ClosedMonthProps) {
  const t = useTranslate();
  const locale = useLocale();
  const { can } = usePermissions();
  const { data } = useQuery({
    ...pageQuery("/months", { query: { per_page: 100 } }),
    ...runIf(can("months.view") && days.length > 0),
    throwOnError: false,
  });
  const touched = new Set(days.map(monthOf));
  const closed = (data?.data ?? [])
    .filter(({ api_id, state }) => state === "closed" && touched.has(api_id))
    .map(({ starts_on }) => monthOfYear(starts_on, locale))
    .reverse();
  if (closed.length === 0) return null;
  return (
    <Text size="sm" role="status">
      {t("dated_terms.closed_months", { count: closed.length, months: closed.join(", ") })}
    </Text>
  );
}
