// What the listed sales amount to, in a sentence: approved, and awaiting approval.
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { dataQuery } from "../../../api/queries";
import type { Money } from "../../../api/types";
import type { Query } from "../../../api/wire";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney, isZeroMoney } from "../../../lib/money";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Answer, StateSentence } from "../../../ui/layout/StateSentence";
import { LinkedText } from "../../../ui/links/LinkedText";
import { changedSearch, listFilters } from "../../../ui/links/screenSearch";
import { ConvertedSum } from "../../../ui/money/ConvertedSum";
import { allPagesQuery } from "../../../ui/table/permittedList";
import { useListState } from "../../../ui/table/useListState";
import uiClasses from "../../../ui/ui.module.css";
import type { salesList } from "./oosSalesList";

type Props = { list: typeof salesList; fixed?: Query<"/oos-sales"> };

export function SalesTotals({ list, fixed }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { search } = useListState(list);
  const query = allPagesQuery(list, search, fixed);
  const { data, isError, error, refetch } = useQuery(dataQuery("/oos-sales/totals", { query }));
  if (isError) return <LoadFailure retry={refetch} error={error} />;
  if (data === undefined) return <StateSentence hasAnswer />;
  if (data.totals.length === 0) return null;
  const amounts = (sums: readonly Money[]) => {
    const shown = sums.filter((sum) => !isZeroMoney(sum));
    return shown.map((sum) => formatMoney(sum, locale)).join(" · ");
  };
  const counted = data.totals.map((total) => total.counted);
  // A list without an approved sale says zero, in one currency.
  const sold =
    amounts(counted) ||
    counted
      .slice(0, 1)
      .map((sum) => formatMoney(sum, locale))
      .join();
  const proposed = amounts(data.totals.map((total) => total.proposed));
  return (
    <Stack gap="xs">
      <StateSentence hasAnswer>
        <LinkedText
          text={t("oos_sales.state.sold", { sold })}
          parts={{ b: (text) => <Answer>{text}</Answer> }}
        />{" "}
        {proposed && (
          <LinkedText
            text={t("oos_sales.state.proposed", { proposed })}
            parts={{
              // The sales of one retainer have no address of their own.
              a: fixed
                ? undefined
                : (text) => (
                    <Link
                      to="."
                      search={changedSearch(listFilters("/oos-sales", { status: ["proposed"] }))}
                      resetScroll={false}
                      className={uiClasses.link}
                    >
                      {text}
                    </Link>
                  ),
            }}
          />
        )}
      </StateSentence>
      <ConvertedSum
        sum={data.converted}
        total="oos_sales.converted.total"
        withoutRate="oos_sales.converted.apart"
      />
    </Stack>
  );
}
