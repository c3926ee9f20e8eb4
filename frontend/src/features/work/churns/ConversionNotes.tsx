// The exchange rates of an analysis, and the amounts without a rate, which no other figure includes.
import { Stack, Text } from "@mantine/core";
import type { ChurnAnalysis } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { formatDecimal } from "../../../lib/numbers";
import { listMissingRates } from "../../../ui/analysis/missingRates";
import { SmallTable } from "../../../ui/details/SmallTable";
import { Absent } from "../../../ui/display/Absent";
import { DateText } from "../../../ui/display/DateText";
import { Section } from "../../../ui/layout/Section";
import { MoneyText } from "../../../ui/money/MoneyText";

export function MissingRatesNote({ data }: { data: ChurnAnalysis }) {
  const t = useTranslate();
  const locale = useLocale();
  if (data.missing_rates.length === 0) return null;
  return (
    <Stack gap={4} role="note">
      <Text size="sm" fw={500} c="var(--regie-warning-text)">
        {t("churn_analysis.missing", listMissingRates(data.missing_rates, locale))}
      </Text>
      {data.left_out.map((amounts) => (
        <Text key={amounts.currency} size="sm">
          {t("churn_analysis.left_out", {
            start: formatMoney(amounts.mrr_start, locale),
            end: formatMoney(amounts.mrr_end, locale),
          })}
        </Text>
      ))}
    </Stack>
  );
}

export function RatesTable({ data }: { data: ChurnAnalysis }) {
  const t = useTranslate();
  const locale = useLocale();
  const lines = (["mrr_start", "mrr_end"] as const).flatMap((side) =>
    data.balances[side].map((line) => ({ side, ...line })),
  );
  if (lines.every(({ amount }) => amount.currency === data.currency)) return null;
  return (
    <Section title={t("churn_analysis.rates")}>
      <SmallTable
        label={t("churn_analysis.rates")}
        heads={[
          { label: t("mrr_movements.field.kind") },
          { label: t("mrr_movements.field.amount"), align: "end" },
          { label: t("churns.field.rate"), align: "end" },
          { label: t("churn_analysis.rate_on") },
          { label: t("churns.field.converted"), align: "end" },
        ]}
        rows={lines.map(({ side, amount, rate, rate_on, converted }) => ({
          key: `${side}/${amount.currency}`,
          cells: [
            t(`churns.movements.${side}`),
            <MoneyText key="amount" money={amount} />,
            rate === null ? <Absent key="rate" /> : formatDecimal(rate, locale, 0, 6),
            <DateText key="day" on={rate_on} />,
            <MoneyText key="converted" money={converted} />,
          ],
        }))}
      />
    </Section>
  );
}

/** The period, date and currency of the analysis. */
export function useSource(data: ChurnAnalysis): string {
  const t = useTranslate();
  const locale = useLocale();
  return t("churn_analysis.source", {
    from: formatDate(data.starts_on, locale),
    to: formatDate(data.ends_on, locale),
    as_of: formatDate(data.as_of, locale),
    currency: data.currency,
  });
}
