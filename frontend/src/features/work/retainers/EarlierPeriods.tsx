// The older open periods that must be closed before a month.
import { Button, Text } from "@mantine/core";
import type { Page, RetainerPeriod } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { daysOf } from "./lockableMonths";
import { periodName } from "./periodNames";

type Props = { earlier: Page<RetainerPeriod>; onChoose: (month: string) => void };

export function EarlierPeriods({ earlier, onChoose }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const [oldest] = earlier.data;
  if (oldest === undefined) return null;
  const month = oldest.starts_on.slice(0, 7);
  const { first, last } = daysOf(month);
  const names = earlier.data.map(
    (period) => `${period.project.name} (${periodName(period, locale, "short")})`,
  );
  const which = names.join(", ") + (earlier.meta.total > names.length ? "…" : ".");
  return (
    <div role="note">
      <Text size="sm" fw={500} c="var(--regie-warning-text)">
        {t("retainers.lock_month.earlier", { count: earlier.meta.total, which })}
      </Text>
      <Button mt="xs" size="xs" variant="default" onClick={() => onChoose(month)}>
        {t("retainers.lock_month.start_with", {
          month: periodName({ starts_on: first, ends_on: last }, locale),
        })}
      </Button>
    </div>
  );
}
