// The totals of the listed losses: retainers, clients and lost MRR by currency.
import { dataQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ChurnTotals as Totals } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatInteger } from "../../../lib/numbers";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { type Figure, FigureCards } from "../../../ui/figures/FigureCards";
import { ConvertedSum } from "../../../ui/money/ConvertedSum";
import { MoneyText } from "../../../ui/money/MoneyText";
import { allPagesQuery } from "../../../ui/table/permittedList";
import { useListState } from "../../../ui/table/useListState";
import { churnsList } from "./churnsList";

/** The expected height, to avoid layout shifts. */
const CARDS_HEIGHT = { base: 270, sm: 82 };

export function ChurnTotals() {
  const { search } = useListState(churnsList);
  const query = allPagesQuery(churnsList, search);
  const { data, isError, error, refetch } = useQuery(dataQuery("/churn-totals", { query }));
  const figures = useFigures(data, search.employee !== undefined);
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton h={CARDS_HEIGHT} />;
  return <FigureCards figures={figures} />;
}

function useFigures(totals: Totals | undefined, isForEmployee: boolean): Figure[] {
  const t = useTranslate();
  const locale = useLocale();
  if (totals === undefined) return [];
  const { retainers, logos, mrr_lost: lostAmounts } = totals;
  const moneyFigure = lostAmounts && {
    label: t("churns.totals.mrr_lost"),
    help: t("churns.help.totals"),
    value: (
      <Stack gap={0}>
        {lostAmounts.length === 0 && formatInteger(0, locale)}
        {lostAmounts.map((amount) => (
          <MoneyText key={amount.currency} money={amount} />
        ))}
        <ConvertedSum
          sum={totals.converted}
          total={isForEmployee ? "churns.converted.part" : "churns.converted.total"}
          withoutRate="churns.converted.apart"
        />
      </Stack>
    ),
  };
  return [
    { label: t("churns.totals.retainers"), value: formatInteger(retainers, locale) },
    {
      label: t("churns.totals.logos"),
      help: t("churns.help.logos"),
      value: formatInteger(logos, locale),
    },
    ...(moneyFigure ? [moneyFigure] : []),
  ];
}
