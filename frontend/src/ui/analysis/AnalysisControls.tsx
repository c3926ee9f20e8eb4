// The days and the currency that an analysis is told for. Its words come with those of charts, which stand below it.
import { Group } from "@mantine/core";
import { useTranslate } from "../../i18n/translate";
import { useEnumOptions } from "../../session/enumOptions";
import { PlainSelect } from "../fields/PlainSelect";
import { lazyComponent } from "../lazyComponent";
import type { AnalysisSearch, Periods } from "./analysisSearch";

/** The calendar comes for those who want days of their own. */
const DayFields = lazyComponent(async () => (await import("../fields/DayFields")).DayFields);

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
      <PlainSelect
        label={t("analysis.period")}
        value={period}
        onChange={choosePeriod}
        choices={[...periods, "custom" as const].map((value) => ({
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
      <PlainSelect
        label={t("analysis.currency")}
        value={currency}
        onChange={(chosen) => change({ currency: chosen })}
        choices={items("currency")}
      />
    </Group>
  );
}
