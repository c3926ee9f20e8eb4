// The days and the currency that an analysis of extra work is told for.
import { Group, NativeSelect } from "@mantine/core";
import { useTranslate } from "../../i18n/translate";
import { useEnumOptions } from "../../session/enumOptions";
import { onDemand } from "../../ui/onDemand";
import { type SalesSearch, SOLD_IN } from "./salesSearch";

/** The calendar comes for those who want days of their own. */
const DayFields = onDemand(async () => (await import("../../ui/DayFields")).DayFields);

export function SalesControls({ period, from, to, currency, change }: SalesSearch) {
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
        label={t("oos_analysis.period.label")}
        value={period}
        onChange={(event) => choosePeriod(event.currentTarget.value)}
        data={[...SOLD_IN, "custom" as const].map((value) => ({
          value,
          label: t(`oos_analysis.period.${value}`),
        }))}
      />
      {period === "custom" && (
        <DayFields
          labels={[t("oos_analysis.period.from"), t("oos_analysis.period.to")]}
          from={from}
          to={to}
          choose={(first, last) => change({ from: first, to: last })}
        />
      )}
      <NativeSelect
        label={t("oos_analysis.currency")}
        value={currency}
        onChange={(event) => change({ currency: event.currentTarget.value })}
        data={items("currency")}
      />
    </Group>
  );
}
