// What was sold, and what it adds up to.
import { Stack } from "@mantine/core";
import type { OosSaleRow } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { usePermissions } from "../../session/permissions";
import type { ListDescription } from "../../ui/table/listDescription";
import { ResourceTable } from "../../ui/table/ResourceTable";
import { SalesTotals } from "./SalesTotals";
import { saleCells } from "./saleCells";

type Props = {
  list: ListDescription;
  fixed?: Readonly<Record<string, string>>;
  empty: { title: string; detail: string };
};

export function SalesPanel({ list, fixed, empty }: Props) {
  const t = useTranslate();
  const { may } = usePermissions();
  const narrowed = fixed ? { fixed } : {};
  return (
    <Stack gap="md">
      {may("projects.money") && <SalesTotals list={list} {...narrowed} />}
      <ResourceTable<OosSaleRow>
        list={list}
        cells={saleCells}
        label={t("oos_sales.title")}
        {...narrowed}
        empty={empty}
      />
    </Stack>
  );
}
