// What each client owed on a day, the most first unless asked otherwise; a figure leads to its invoices in the list below.
import { Stack, Text } from "@mantine/core";
import { useMemo } from "react";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { useToday } from "../../../session/today";
import { useUserCurrency } from "../../../session/userCurrency";
import { CardList } from "../../../ui/table/CardList";
import { ListFrame } from "../../../ui/table/ListFrame";
import { usePhone } from "../../../ui/table/usePhone";
import classes from "../../../ui/ui.module.css";
import { ClientLines } from "./ClientLines";
import { debtorCells } from "./debtorCells";
import { debtorsList } from "./debtorsList";

export function ByClient({ asOf }: { asOf: string | undefined }) {
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  const phone = usePhone();
  const currency = useUserCurrency();
  const fixed = useMemo(() => ({ currency, ...(asOf && { as_of: asOf }) }), [currency, asOf]);
  const date = formatDate(asOf ?? today, locale);
  return (
    <Stack gap="xs">
      <h2 className={classes.heading} style={{ margin: 0 }}>
        {t("receivables.by_client.title")}
      </h2>
      <Text size="sm" c="dimmed">
        {t("receivables.by_client.explained", { currency, date })}
      </Text>
      <ListFrame
        list={debtorsList}
        label={t("receivables.by_client.title")}
        fixed={fixed}
        empty={{ title: t("receivables.empty.title"), detail: t("receivables.empty.detail") }}
        renderRows={(shown) =>
          phone ? (
            <CardList {...shown} cells={debtorCells} />
          ) : (
            <ClientLines {...shown} currency={currency} />
          )
        }
      />
    </Stack>
  );
}
