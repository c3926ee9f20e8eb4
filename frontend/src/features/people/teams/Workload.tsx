// How much of a team's hours of this month is worked, as a bar and in words.
import { Group, Text } from "@mantine/core";
import type { TeamStatistics } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatHours, formatPercent } from "../../../lib/numbers";
import { Bullet } from "../../../ui/charts/Bullet";

/** Nothing for those whose rights do not reach the team's hours. */
export function Workload({ figures }: { figures: TeamStatistics["figures"] }) {
  const t = useTranslate();
  const locale = useLocale();
  const [worked, available] = [figures.hours?.value, figures.available_hours?.value];
  if (!worked || !available) return null;
  const words = {
    worked: formatHours(worked, locale),
    available: formatHours(available, locale),
  };
  const billable = figures.utilisation?.value;
  return (
    <div>
      <Group justify="space-between" mb={4} gap="xs">
        <Text size="sm">{t("teams.workload", words)}</Text>
        <Text size="sm" fw={500}>
          {billable
            ? t("teams.utilisation", { percent: formatPercent(billable, locale) })
            : t("teams.no_capacity")}
        </Text>
      </Group>
      <Bullet
        label={t("teams.workload_of", words)}
        used={Number(worked)}
        available={Number(available)}
      />
    </div>
  );
}
