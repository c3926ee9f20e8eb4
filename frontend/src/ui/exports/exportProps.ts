// What the export of a list is given: the list as its reader has it, its address, and what narrows it for good.
import type { FixedQuery, ListDescription } from "../table/listDescription";
import type { ListSearch } from "../table/listSearch";

export type ExportProps = {
  list: ListDescription;
  search: ListSearch;
  fixed?: FixedQuery | undefined;
  /** The rows that were picked, if only those are wanted. */
  picked?: readonly string[] | undefined;
};
