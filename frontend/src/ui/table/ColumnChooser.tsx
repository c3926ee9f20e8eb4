// The button of a list's columns and density.
import { ColumnButton } from "./ColumnButton";
import type { ListDescription } from "./listDescription";
import { loadOnHover } from "./toolbarButton";
import type { ListState } from "./useListState";

export const ColumnChooser = loadOnHover<{ list: ListDescription; state: ListState }>(
  ColumnButton,
  async () => (await import("./ColumnPanel")).ColumnPanel,
);
