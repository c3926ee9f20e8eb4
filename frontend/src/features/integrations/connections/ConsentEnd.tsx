// The end of QuickBooks' consent, with a warning 30 days before.
import { Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { businessDay, formatDate } from "../../../lib/dates";
import { useCurrentUser } from "../../../session/currentUser";
import { Badge } from "../../../ui/display/Badge";

const WARNING_PERIOD_MS = 30 * 24 * 60 * 60 * 1000;

export function ConsentEnd({ at }: { at: string }) {
  const t = useTranslate();
  const locale = useLocale();
  const { timezone } = useCurrentUser();
  const isSoon = Date.parse(at) - Date.now() < WARNING_PERIOD_MS;
  return (
    <>
      <Text size="sm" c="dimmed" component="div">
        {t("connections.consent_ends")}{" "}
        <time dateTime={at}>{formatDate(businessDay(new Date(at), timezone), locale)}</time>{" "}
        {isSoon && (
          <Badge tone="warning" icon={<IconAlertTriangle size={12} aria-hidden />}>
            {t("connections.consent_soon")}
          </Badge>
        )}
      </Text>
      {isSoon && <Text size="sm">{t("connections.consent_soon_detail")}</Text>}
    </>
  );
}
