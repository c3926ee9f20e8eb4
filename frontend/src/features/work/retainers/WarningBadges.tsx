// The warnings of a period.
import { IconBell } from "@tabler/icons-react";
import type { Burn } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatPercent } from "../../../lib/numbers";
import { Badge } from "../../../ui/display/Badge";

export function WarningBadges({ warnings }: { warnings: Burn["warnings"] }) {
  const t = useTranslate();
  const locale = useLocale();
  return warnings.map((warning) => (
    <Badge key={warning} icon={<IconBell size={14} aria-hidden />}>
      {warning === "pace"
        ? t("retainers.warning.pace")
        : t("retainers.warning.share", { percent: formatPercent(warning, locale) })}
    </Badge>
  ));
}
