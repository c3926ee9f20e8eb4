// The renewal date of a retainer that must be renewed by hand soon.
import { IconCalendarDue } from "@tabler/icons-react";
import type { Burn } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { Badge } from "../../../ui/display/Badge";
import { dayName } from "./periodNames";

export function RenewalBadge({ burn }: { burn: Burn }) {
  const t = useTranslate();
  const locale = useLocale();
  const { renewal, renews_on } = burn;
  if (renewal === "none" || renews_on === null) return null;
  return (
    <Badge
      tone={renewal === "overdue" ? "danger" : "warning"}
      icon={<IconCalendarDue size={14} aria-hidden />}
    >
      {t(`retainers.renewal.${renewal}`, { day: dayName(renews_on, locale) })}
    </Badge>
  );
}
