// An amount, typed or pasted, as an exact decimal string.
import { Text, TextInput } from "@mantine/core";
import { useLocale } from "../../../i18n/locale";
import { currencyDecimals, currencySymbol, parseMoney } from "../../../lib/money";
import { formatDecimal } from "../../../lib/numbers";
import { useTypedText } from "../../fields/typedText";
import type { ControlProps } from "./control";

type Props = ControlProps<string> & { currency: string };

export function MoneyControl({ currency, inputName, name: _, value, onChange, ...control }: Props) {
  const locale = useLocale();
  const decimals = currencyDecimals(currency);
  const text = useTypedText({
    value,
    onChange,
    parse: (typed) => parseMoney(typed, decimals),
    format: (amount) => formatDecimal(amount, locale, decimals, decimals),
  });
  return (
    <TextInput
      {...control}
      {...text}
      name={inputName}
      inputMode="decimal"
      autoComplete="off"
      rightSectionWidth={56}
      rightSectionPointerEvents="none"
      rightSection={
        <Text size="sm" c="dimmed">
          {currencySymbol(currency, locale)}
        </Text>
      }
      maw={280}
    />
  );
}
