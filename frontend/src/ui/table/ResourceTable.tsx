// The one list of the application: described columns and filters in, a table that lives in the address out.
import type { ReactNode } from "react";
import { CardList } from "./CardList";
import { type FrameProps, ListFrame } from "./ListFrame";
import { TableGrid } from "./TableGrid";
import type { Cells, Listed } from "./tableModel";
import { usePhone } from "./usePhone";

type Props<Item extends Listed> = Omit<FrameProps<Item>, "show" | "columns" | "picks"> & {
  cells: Cells<Item>;
  /** What a row offers beside opening it. */
  actions?: (item: Item) => ReactNode;
};

export function ResourceTable<Item extends Listed>({ cells, actions, ...frame }: Props<Item>) {
  const phone = usePhone();
  const Drawn = phone ? CardList<Item> : TableGrid<Item>;
  return (
    <ListFrame<Item>
      {...frame}
      columns={!phone}
      picks
      show={(shown) => <Drawn {...shown} cells={cells} actions={actions} />}
    />
  );
}
