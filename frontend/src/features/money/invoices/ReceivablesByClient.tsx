// Receivables by client on a day; an amount links to its invoices in the list below.
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
import { ReceivablesByClientTable } from "./ReceivablesByClientTable";
import { receivablesByClientCells } from "./receivablesByClientCells";
import { receivablesByClientList } from "./receivablesByClientList";

export function ReceivablesByClient({ asOf }: { asOf: string | undefined }) {
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  const isPhone = usePhone();
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
        list={receivablesByClientList}
        label={t("receivables.by_client.title")}
        fixed={fixed}
        empty={{ title: t("receivables.empty.title"), detail: t("receivables.empty.detail") }}
        renderRows={(rowsView) =>
          isPhone ? (
            <CardList {...rowsView} cells={receivablesByClientCells} />
          ) : (
            <ReceivablesByClientTable {...rowsView} currency={currency} />
          )
        }
      />
    </Stack>
  );
}
