// The period and the currency that an analysis is told for.
import { Group, NativeSelect } from "@mantine/core";
import { useTranslate } from "../../i18n/translate";
import { useEnumOptions } from "../../session/enumOptions";
import { onDemand } from "../../ui/onDemand";
import type { AnalysisSearch } from "./analysisSearch";
import { ANALYSED } from "./periods";

/** The calendar comes for those who want days of their own. */
const DayFields = onDemand(async () => (await import("../../ui/DayFields")).DayFields);

export function AnalysisControls({ period, from, to, currency, change }: AnalysisSearch) {
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
        label={t("churns.period.label")}
        value={period}
        onChange={(event) => choosePeriod(event.currentTarget.value)}
        data={[...ANALYSED, "custom" as const].map((value) => ({
          value,
          label: t(`churns.period.${value}`),
        }))}
      />
      {period === "custom" && (
        <DayFields
          labels={[t("churns.period.from"), t("churns.period.to")]}
          from={from}
          to={to}
          choose={(first, last) => change({ from: first, to: last })}
        />
      )}
      <NativeSelect
        label={t("churns.analysis.currency")}
        value={currency}
        onChange={(event) => change({ currency: event.currentTarget.value })}
        data={items("currency")}
      />
    </Group>
  );
}
