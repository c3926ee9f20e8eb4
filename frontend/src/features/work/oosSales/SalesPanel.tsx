// The list of out-of-scope sales with totals.
import { Stack } from "@mantine/core";
import type { Query } from "../../../api/wire";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import type { salesList } from "./oosSalesList";
import { SalesTotals } from "./SalesTotals";
import { saleCells } from "./saleCells";

type Props = {
  list: typeof salesList;
  fixed?: Query<"/oos-sales">;
  empty: { title: string; detail: string };
};

export function SalesPanel({ list, fixed, empty }: Props) {
  const t = useTranslate();
  const { can } = usePermissions();
  const listProps = fixed ? { fixed } : {};
  return (
    <Stack gap="md" data-in-order>
      {can("projects.money") && <SalesTotals list={list} {...listProps} />}
      <ResourceTable
        list={list}
        cells={saleCells}
        label={t("oos_sales.title")}
        {...listProps}
        empty={empty}
      />
    </Stack>
  );
}
