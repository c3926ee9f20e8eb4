// The periods of all retainers in a month, with their closing balance and status.
import { Text } from "@mantine/core";
import type { Page, RetainerPeriod } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { SmallTable } from "../../../ui/details/SmallTable";
import { HoursText } from "../../../ui/display/HoursText";
import { ProjectLink } from "../../../ui/links/RecordLinks";
import { PeriodStatus } from "./PeriodStatus";

export function MonthPeriods({ page, name }: { page: Page<RetainerPeriod>; name: string }) {
  const t = useTranslate();
  const { data, meta } = page;
  if (data.length === 0) return <Text size="sm">{t("retainers.lock_month.none")}</Text>;
  return (
    <div>
      <SmallTable
        label={t("retainers.lock_month.periods", { month: name })}
        heads={[
          { label: t("retainers.lock_month.retainer") },
          { label: t("retainers.lock_month.closing"), align: "end" },
          { label: t("retainers.lock_month.state") },
        ]}
        rows={data.map((period) => ({
          key: period.api_id,
          cells: [
            <ProjectLink key="project" project={period.project} />,
            <HoursText key="closing" hours={period.closing_balance} />,
            <PeriodStatus key="state" period={period} />,
          ],
        }))}
      />
      {meta.total > data.length && (
        <Text size="xs" c="dimmed">
          {t("retainers.lock_month.more", { count: meta.total - data.length })}
        </Text>
      )}
      {data.every(({ status }) => status === "locked") && meta.total === data.length && (
        <Text size="sm" mt="xs">
          {t("retainers.lock_month.all_locked")}
        </Text>
      )}
    </div>
  );
}
