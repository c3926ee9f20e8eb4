// The renewal date of a retainer that must be renewed by hand soon.
import { IconCalendarDue } from "@tabler/icons-react";
import type { Burn } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { Badge } from "../../../ui/display/Badge";
import { dayName, shortDay } from "./periodNames";

type Props = {
  burn: Pick<Burn, "renewal" | "renews_on">;
  /** Shows only the day, and the rest to screen readers. */
  isShort?: boolean;
};

export function RenewalBadge({ burn, isShort = false }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { renewal, renews_on } = burn;
  if (renewal === "none" || renews_on === null) return null;
  const text = t(`retainers.renewal.${renewal}`, { day: dayName(renews_on, locale) });
  return (
    <Badge
      tone={renewal === "overdue" ? "danger" : "warning"}
      icon={<IconCalendarDue size={14} aria-hidden />}
    >
      {isShort ? (
        <span title={text}>
          <span aria-hidden>{shortDay(renews_on, locale)}</span>
          <span className="regie-visually-hidden">{text}</span>
        </span>
      ) : (
        text
      )}
    </Badge>
  );
}
