// The list component: takes described columns and filters; its state is in the URL.
import type { ReactNode } from "react";
import { CardList } from "./CardList";
import { ListFrame, type ListFrameProps } from "./ListFrame";
import type { FixedQuery } from "./listDescription";
import { TableGrid } from "./TableGrid";
import type { ApiRow, Cells, RowDetail, RowGroups } from "./tableModel";
import { usePhone } from "./usePhone";

type Props<Item extends ApiRow, Id extends string, Fixed, Given extends Fixed> = Omit<
  ListFrameProps<Item, Id, Fixed, Given>,
  "renderRows" | "hasColumnChooser" | "selectable"
> & {
  cells: Cells<Item, Id>;
  /** The actions of a row. */
  actions?: ((item: Item) => ReactNode) | undefined;
  groups?: RowGroups<Item> | undefined;
  detail?: RowDetail<Item>;
  /** The content of a row's card on a phone, instead of the pairs of labels and values. */
  card?: (item: Item) => ReactNode;
};

export function ResourceTable<
  Item extends ApiRow,
  Id extends string = string,
  Fixed = FixedQuery,
  const Given extends Fixed = Fixed,
>({ cells, actions, groups, detail, card, ...frame }: Props<Item, Id, Fixed, Given>) {
  const isPhone = usePhone();
  const Rows = isPhone ? CardList<Item> : TableGrid<Item>;
  return (
    <ListFrame<Item, Id, Fixed, Given>
      {...frame}
      hasColumnChooser={!isPhone}
      selectable
      renderRows={(view) => <Rows {...view} {...{ cells, actions, groups, detail, card }} />}
    />
  );
}
