// The totals of the listed sales by currency: approved and proposed.
import { dataQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Query } from "../../../api/wire";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { SmallTable } from "../../../ui/details/SmallTable";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { ConvertedSum } from "../../../ui/money/ConvertedSum";
import { MoneyText } from "../../../ui/money/MoneyText";
import { allPagesQuery } from "../../../ui/table/permittedList";
import { useListState } from "../../../ui/table/useListState";
import type { salesList } from "./oosSalesList";

type Props = { list: typeof salesList; fixed?: Query<"/oos-sales"> };

/** The expected height, to avoid layout shifts. */
const TABLE_HEIGHT = { base: 127, sm: 78 };

export function SalesTotals({ list, fixed }: Props) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const { search } = useListState(list);
  const query = allPagesQuery(list, search, fixed);
  const { data, isError, error, refetch } = useQuery(dataQuery("/oos-sales/totals", { query }));
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton h={TABLE_HEIGHT} />;
  if (data.totals.length === 0) return null;
  return (
    <Stack gap="xs">
      <SmallTable
        label={t("oos_sales.totals")}
        heads={[
          { label: t("projects.field.currency") },
          { label: t("oos_sales.counted"), align: "end" },
          { label: t("oos_sales.proposed"), align: "end" },
        ]}
        rows={data.totals.map((total) => ({
          key: total.currency,
          cells: [
            label("currency", total.currency),
            <MoneyText key="counted" money={total.counted} />,
            <MoneyText key="proposed" money={total.proposed} />,
          ],
        }))}
      />
      <ConvertedSum
        sum={data.converted}
        total="oos_sales.converted.total"
        withoutRate="oos_sales.converted.apart"
      />
    </Stack>
  );
}
