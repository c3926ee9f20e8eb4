// The props of a list's export: the list, its state in the URL, and its fixed query.
import type { FixedQuery, ListDescription } from "../table/listDescription";
import type { ListSearch } from "../table/listSearch";

export type ExportProps = {
  list: ListDescription;
  search: ListSearch;
  fixed?: FixedQuery | undefined;
  /** Only the selected rows, if any. */
  ids?: readonly string[] | undefined;
  /** Prints the list; absent where only some rows or those of a figure are exported. */
  print?: (() => Promise<void>) | undefined;
};
