// The period and currency of an analysis. Its texts load with those of the charts below it.
import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import { useEnumOptions } from "../../session/enumOptions";
import { NativeSelectField } from "../fields/NativeSelectField";
import { lazyComponent } from "../lazyComponent";
import type { AnalysisSearch, Periods } from "./analysisSearch";

/** The calendar loads only for a custom period. */
const DateRangeFields = lazyComponent(
  async () => (await import("../fields/DateRangeFields")).DateRangeFields,
);

/** `children` are further controls. */
type Props = AnalysisSearch & { periods: Periods; children?: ReactNode };

export function AnalysisControls(props: Props) {
  const { periods, period, from, to, currency, change, children } = props;
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
      <NativeSelectField
        label={t("analysis.period")}
        value={period}
        onChange={choosePeriod}
        choices={[...periods, "custom" as const].map((value) => ({
          value,
          label: t(`analysis.periods.${value}`),
        }))}
      />
      {period === "custom" && (
        <DateRangeFields
          labels={[t("analysis.from"), t("analysis.to")]}
          from={from}
          to={to}
          onChoose={(first, last) => change({ from: first, to: last })}
        />
      )}
      <NativeSelectField
        label={t("analysis.currency")}
        value={currency}
        onChange={(code) => change({ currency: code })}
        choices={items("currency")}
      />
      {children}
    </Group>
  );
}
