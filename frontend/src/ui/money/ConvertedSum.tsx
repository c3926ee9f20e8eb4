// What the rows of a list come to in one currency, and beside it what has no rate and is not in it.
import { Stack, Text } from "@mantine/core";
import type { Money } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatMoney } from "../../lib/money";

type Props = {
  sum: { money: Money; unconverted: Money[] } | null | undefined;
  /** What the sum is of, with `{money}`, and what is said of each amount without a rate, with `{amount}`. */
  total: "churns.told.total" | "churns.told.part" | "oos_sales.told.total";
  apart: "churns.told.apart" | "oos_sales.told.apart";
};

export function ConvertedSum({ sum, total, apart }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  if (!sum) return null;
  return (
    <Stack gap={2}>
      <Text size="sm" fw={500}>
        {t(total, { money: formatMoney(sum.money, locale) })}
      </Text>
      {sum.unconverted.map((money) => (
        <Text key={money.currency} size="sm" c="var(--regie-warning-text)">
          {t(apart, { amount: formatMoney(money, locale) })}
        </Text>
      ))}
    </Stack>
  );
}
