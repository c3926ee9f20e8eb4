// The hours logged by a team this month, of its available hours, as a bar and as text.
import { Group, Text } from "@mantine/core";
import type { TeamStatistics } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatHours, formatPercent } from "../../../lib/numbers";
import { Bullet } from "../../../ui/charts/Bullet";

/** Renders nothing without permission for the team's hours. */
export function Workload({ figures }: { figures: TeamStatistics["figures"] }) {
  const t = useTranslate();
  const locale = useLocale();
  const [logged, available] = [figures.hours?.value, figures.available_hours?.value];
  if (!logged || !available) return null;
  const values = {
    worked: formatHours(logged, locale),
    available: formatHours(available, locale),
  };
  const billable = figures.utilisation?.value;
  return (
    <div>
      <Group justify="space-between" mb={4} gap="xs">
        <Text size="sm">{t("team_page.workload", values)}</Text>
        <Text size="sm" fw={500}>
          {billable
            ? t("team_page.utilisation", { percent: formatPercent(billable, locale) })
            : t("team_page.no_capacity")}
        </Text>
      </Group>
      <Bullet
        label={t("team_page.workload_of", values)}
        used={Number(logged)}
        available={Number(available)}
      />
    </div>
  );
}
