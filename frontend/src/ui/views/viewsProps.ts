// What the button of saved views and its panel are given: the list, the name its views are kept under, and its address.
import type { ListDescription } from "../table/listDescription";
import type { ListState } from "../table/useListState";

export type ViewsProps = { list: ListDescription; name: string; state: ListState };
