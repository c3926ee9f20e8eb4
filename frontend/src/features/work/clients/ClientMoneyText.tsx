// An amount of a client in its currency, with a mark for what was converted from other currencies.
import { Text } from "@mantine/core";
import type { Client, ClientRow } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { useEnumOptions } from "../../../session/enumOptions";
import { MoneyText } from "../../../ui/money/MoneyText";

type Props = { client: Client | ClientRow; name: "mrr" | "outstanding" | "overdue" };

export function ClientMoneyText({ client, name }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const isCredit = name === "outstanding" && Number(client[name]?.amount) < 0;
  const others = client.other_currencies?.[name] ?? [];
  return (
    <>
      {isCredit && `${label("invoice_status", "credit")} `}
      <MoneyText money={client[name]} />
      {others.map(({ amount, converted }) => (
        <Text
          key={amount.currency}
          size="xs"
          component="span"
          display="block"
          c={converted ? "dimmed" : "var(--regie-warning-text)"}
        >
          {t(converted ? "clients.converted" : "clients.not_converted", {
            amount: formatMoney(amount, locale),
          })}
        </Text>
      ))}
    </>
  );
}
