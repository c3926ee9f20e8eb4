// Says before an invoice is linked that its month is closed: the link is a restatement of that month.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataQuery, runIf } from "../../api/queries";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { monthOfYear } from "../../lib/dates";
import { usePermissions } from "../../session/permissions";

/** The invoice's day; those who may link invoices see the months. */
export function ClosedMonthNote({ day }: { day: string }) {
  const t = useTranslate();
  const locale = useLocale();
  const { can } = usePermissions();
  const month = day.slice(0, "2026-10".length);
  const { data } = useQuery({
    ...dataQuery("/months/{month}", { params: { month } }),
    ...runIf(can("months.view")),
    throwOnError: false,
  });
  if (data?.state !== "closed") return null;
  return (
    <Text size="sm" role="status">
      {t("reconciliation.closed_month", { month: monthOfYear(day, locale) })}
    </Text>
  );
}
