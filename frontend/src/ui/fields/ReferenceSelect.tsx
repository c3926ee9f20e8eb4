// Selects one record by part of its name; the server searches.

import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { listPageQuery } from "../../api/listPageQuery";
import { runIf } from "../../api/queries";
import type { Ref } from "../../api/types";
import type { ListPath, RowOf } from "../../api/wire";
import { type SearchFieldProps, SearchSelect, useSearchSelect } from "./SearchSelect";

const SEARCH_DELAY_MS = 250;
const MAX_OPTIONS = 25;

type SearchQuery = Readonly<Record<string, unknown>> | undefined;

/** A row of the searched list. */
type OptionRow<P extends ListPath> = RowOf<P> & Ref;

type Props<P extends ListPath> = SearchFieldProps & {
  path: P;
  /** Filters the records: the projects of one client, for instance. */
  query?: SearchQuery;
  value: Ref | null;
  onChange: (value: Ref | null, row?: OptionRow<P>) => void;
  /** The field with the value's id, when it is the id in another service. */
  idField?: "external_id" | undefined;
  /** Records that are selected elsewhere, and left out here. */
  excludedIds?: readonly string[];
  /** The label of a record, when its name is ambiguous. */
  getLabel?: (row: OptionRow<P>) => string;
};

function useSearchResults<P extends ListPath>(
  path: P,
  baseQuery: SearchQuery,
  typed: string,
  opened: boolean,
) {
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const query = { ...baseQuery, per_page: MAX_OPTIONS, search };
  return useQuery({ ...listPageQuery<OptionRow<P>>(path, query), ...runIf(opened) });
}

const nameOf = ({ name }: Ref) => name;
const getId = (row: Ref & { external_id?: string }, idField: "external_id" | undefined) =>
  (idField && row[idField]) ?? row.api_id;
const toOption = (ref: Ref) => ({ value: ref.api_id, label: ref.name });

export function ReferenceSelect<P extends ListPath>(props: Props<P>) {
  const {
    path,
    query,
    value,
    onChange,
    idField,
    excludedIds = [],
    getLabel = nameOf,
    ...field
  } = props;
  const search = useSearchSelect();
  const { data, isFetching } = useSearchResults(path, query, search.typed ?? "", search.opened);
  const rows = (data?.data ?? []).filter((row) => !excludedIds.includes(row.api_id));
  const choose = (id: string | null) => {
    const row = rows.find(({ api_id }) => api_id === id);
    onChange(row ? { api_id: getId(row, idField), name: row.name } : null, row);
  };
  return (
    <SearchSelect
      {...field}
      search={search}
      value={value && toOption(value)}
      onChange={choose}
      options={rows.map((row) => ({ value: row.api_id, label: getLabel(row) }))}
      searching={isFetching}
    />
  );
}
