// The mark of a figure that shows closed months as they were published; its title names them.
import { IconLock } from "@tabler/icons-react";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { monthOfYear } from "../../lib/dates";

/** Nothing without closed months. */
export function PublishedLock({ months }: { months: readonly string[] }) {
  const t = useTranslate();
  const locale = useLocale();
  if (months.length === 0) return null;
  return (
    <span title={months.map((month) => monthOfYear(month, locale)).join(", ")}>
      <IconLock size={12} role="img" aria-label={t("dashboard.published.mark")} />
    </span>
  );
}
