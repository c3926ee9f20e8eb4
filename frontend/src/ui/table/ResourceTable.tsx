// The one list of the application: described columns and filters in, a table that lives in the address out.
import type { ReactNode } from "react";
import { CardList } from "./CardList";
import { type FrameProps, ListFrame } from "./ListFrame";
import type { FixedQuery } from "./listDescription";
import { TableGrid } from "./TableGrid";
import type { Cells, Listed } from "./tableModel";
import { usePhone } from "./usePhone";

type Props<Item extends Listed, Id extends string, Fixed> = Omit<
  FrameProps<Item, Id, Fixed>,
  "show" | "columns" | "picks"
> & {
  cells: Cells<Item, Id>;
  /** What a row offers beside opening it. */
  actions?: (item: Item) => ReactNode;
};

export function ResourceTable<Item extends Listed, Id extends string = string, Fixed = FixedQuery>({
  cells,
  actions,
  ...frame
}: Props<Item, Id, Fixed>) {
  const phone = usePhone();
  const Drawn = phone ? CardList<Item> : TableGrid<Item>;
  return (
    <ListFrame<Item, Id, Fixed>
      {...frame}
      columns={!phone}
      picks
      show={(shown) => <Drawn {...shown} cells={cells} actions={actions} />}
    />
  );
}
