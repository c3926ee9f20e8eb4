// The last day of a client or retainer whose churn is recorded, until it has passed.
import { IconDoorExit } from "@tabler/icons-react";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDate } from "../../lib/dates";
import { Badge } from "./Badge";

export function LeavingBadge({ on }: { on: string | null }) {
  const t = useTranslate();
  const locale = useLocale();
  if (on === null) return null;
  return (
    <Badge tone="warning" icon={<IconDoorExit size={14} aria-hidden />}>
      {t("ui.leaving", { date: formatDate(on, locale) })}
    </Badge>
  );
}
