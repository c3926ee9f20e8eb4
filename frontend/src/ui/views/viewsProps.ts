// The props of the saved views' button and panel: the list, its name for views, and its state.
import type { ListDescription } from "../table/listDescription";
import type { ListState } from "../table/useListState";

export type ViewsProps = { list: ListDescription; name: string; state: ListState };
