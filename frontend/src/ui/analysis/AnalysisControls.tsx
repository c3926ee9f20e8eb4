// The days and the currency that an analysis is told for. Its words come with those of charts, which stand below it.
import { Group, NativeSelect } from "@mantine/core";
import { useTranslate } from "../../i18n/translate";
import { useEnumOptions } from "../../session/enumOptions";
import { onDemand } from "../onDemand";
import type { AnalysisSearch, Periods } from "./analysisSearch";

/** The calendar comes for those who want days of their own. */
const DayFields = onDemand(async () => (await import("../DayFields")).DayFields);

type Props = AnalysisSearch & { periods: Periods };

export function AnalysisControls({ periods, period, from, to, currency, change }: Props) {
  const t = useTranslate();
  const { items } = useEnumOptions();
  const choosePeriod = (next: string) =>
    change(
      next === "custom"
        ? { period: undefined, from, to }
        : { period: next, from: undefined, to: undefined },
    );
  return (
    <Group align="end" gap="sm">
      <NativeSelect
        label={t("analysis.period")}
        value={period}
        onChange={(event) => choosePeriod(event.currentTarget.value)}
        data={[...periods, "custom" as const].map((value) => ({
          value,
          label: t(`analysis.periods.${value}`),
        }))}
      />
      {period === "custom" && (
        <DayFields
          labels={[t("analysis.from"), t("analysis.to")]}
          from={from}
          to={to}
          choose={(first, last) => change({ from: first, to: last })}
        />
      )}
      <NativeSelect
        label={t("analysis.currency")}
        value={currency}
        onChange={(event) => change({ currency: event.currentTarget.value })}
        data={items("currency")}
      />
    </Group>
  );
}
