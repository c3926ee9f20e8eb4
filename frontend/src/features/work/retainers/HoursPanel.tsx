// The hours of a retainer: the current period, a chart by month, and the ledger.
import { Stack } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { useCanReadTime } from "../../../ui/links/TimeLink";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { useListState } from "../../../ui/table/useListState";
import { BurnSummary } from "./BurnSummary";
import { LedgerStart } from "./LedgerStart";
import { ledgerCells } from "./ledgerCells";
import { ledgerList } from "./ledgerList";
import { MonthlyHours } from "./MonthlyHours";
import { PeriodActions } from "./PeriodActions";
import { periodName } from "./periodNames";

const AdjustDialog = lazy(async () => ({
  default: (await import("./AdjustDialog")).AdjustDialog,
}));

type Props = {
  projectId: string;
  /** Whether a number of included hours is entered. */
  isStated: boolean;
  /** Whether only billable hours count. */
  countsBillable: boolean;
  /** Whether the user manages the retainer. */
  isManaged: boolean;
};

export function HoursPanel({ projectId, isStated, countsBillable, isManaged }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { search, close } = useListState(ledgerList);
  const counted = countsBillable ? { billable: true } : {};
  const entries = useCanReadTime(isManaged) ? counted : null;
  return (
    <Stack gap="md" data-in-order>
      <BurnSummary projectId={projectId} entries={entries} />
      <MonthlyHours projectId={projectId} isStated={isStated} entries={entries} />
      <LedgerStart projectId={projectId} />
      <ResourceTable
        list={ledgerList}
        cells={ledgerCells}
        label={t("retainers.ledger")}
        fixed={{ project: projectId }}
        empty={{ title: t("retainers.no_periods.title"), detail: t("retainers.no_periods.detail") }}
        actions={(period) => period.can.length > 0 && <PeriodActions period={period} />}
      />
      {search.edit !== undefined && (
        <Suspense fallback={null}>
          <AdjustDialog
            id={search.edit}
            nameOf={(period) => periodName(period, locale)}
            onClose={close}
          />
        </Suspense>
      )}
    </Stack>
  );
}
