// The totals of the listed movements: by currency, and converted.
import { dataQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { FigureCards } from "../../../ui/figures/FigureCards";
import { ConvertedSum } from "../../../ui/money/ConvertedSum";
import { MoneyText } from "../../../ui/money/MoneyText";
import { allPagesQuery } from "../../../ui/table/permittedList";
import { useListState } from "../../../ui/table/useListState";
import { movementsList } from "./movementsList";

/** The expected height, to avoid layout shifts. */
const CARD_HEIGHT = 110;

export function ChangesTotals() {
  const t = useTranslate();
  const locale = useLocale();
  const { search } = useListState(movementsList);
  const query = allPagesQuery(movementsList, search);
  const { data, isError, error, refetch } = useQuery(dataQuery("/mrr-movements/totals", { query }));
  if (data === undefined)
    return isError ? (
      <LoadFailure retry={refetch} error={error} />
    ) : (
      <Skeleton height={CARD_HEIGHT} />
    );
  const { amounts, converted, rates_of } = data;
  const sums = (
    <Stack gap={0}>
      {amounts.map((amount) => (
        <MoneyText key={amount.currency} money={amount} />
      ))}
      <ConvertedSum
        sum={converted}
        total="churns.converted.total"
        withoutRate="churns.converted.apart"
      />
    </Stack>
  );
  return (
    <Stack gap="xs">
      <FigureCards
        figures={[
          {
            label: t("churn_lists.changes.total"),
            help: t("churn_lists.changes.total_help"),
            value: sums,
          },
        ]}
      />
      {rates_of !== null && (
        <Text size="sm" role="note">
          {t("churn_lists.changes.rates_of", { date: formatDate(rates_of, locale) })}
        </Text>
      )}
    </Stack>
  );
}
