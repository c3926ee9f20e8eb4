// The total of a list in one currency, and the amounts without a rate, which it leaves out.
import { Stack, Text } from "@mantine/core";
import type { Money } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatMoney } from "../../lib/money";

type Props = {
  sum: { money: Money; unconverted: Money[] } | null | undefined;
  /** The text of the total, with `{money}`, and of each amount without a rate, with `{amount}`. */
  total: "churns.converted.total" | "churns.converted.part" | "oos_sales.converted.total";
  withoutRate: "churns.converted.apart" | "oos_sales.converted.apart";
};

export function ConvertedSum({ sum, total, withoutRate }: Props) {
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
          {t(withoutRate, { amount: formatMoney(money, locale) })}
        </Text>
      ))}
    </Stack>
  );
}
