// The way to a list's columns and density.
import { ColumnButton } from "./ColumnButton";
import type { ListDescription } from "./listDescription";
import { onReach } from "./toolbarButton";
import type { ListState } from "./useListState";

export const ColumnChooser = onReach<{ list: ListDescription; state: ListState }>(
  ColumnButton,
  async () => (await import("./ColumnPanel")).ColumnPanel,
);
