// What has to be locked before a month can be: periods that are older and still open.
import { Button, Text } from "@mantine/core";
import type { Page, RetainerPeriod } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { daysOf } from "./lockableMonths";
import { periodName } from "./periodNames";

type Props = { earlier: Page<RetainerPeriod>; choose: (month: string) => void };

export function EarlierPeriods({ earlier, choose }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const [oldest] = earlier.data;
  if (oldest === undefined) return null;
  const month = oldest.starts_on.slice(0, 7);
  const { first, last } = daysOf(month);
  const named = earlier.data.map(
    (period) => `${period.project.name} (${periodName(period, locale, "short")})`,
  );
  const which = named.join(", ") + (earlier.meta.total > named.length ? "…" : ".");
  return (
    <div role="note">
      <Text size="sm" fw={500} c="var(--regie-warning-text)">
        {t("retainers.lock_month.earlier", { count: earlier.meta.total, which })}
      </Text>
      <Button mt="xs" size="xs" variant="default" onClick={() => choose(month)}>
        {t("retainers.lock_month.start_with", {
          month: periodName({ starts_on: first, ends_on: last }, locale),
        })}
      </Button>
    </div>
  );
}
