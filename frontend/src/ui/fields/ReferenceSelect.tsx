// Picks one record by typing part of its name; the server does the searching.

import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { describedPageQuery } from "../../api/queries";
import type { Ref } from "../../api/types";
import type { ListPath, RowOf } from "../../api/wire";
import { type SearchFieldProps, SearchSelect, useSearchSelect } from "./SearchSelect";

const SEARCH_DELAY_MS = 250;
const OFFERED = 25;

type Narrowed = Readonly<Record<string, unknown>> | undefined;

/** A record of a list as it is offered. */
type Offered<P extends ListPath> = RowOf<P> & Ref;

type Props<P extends ListPath> = SearchFieldProps & {
  path: P;
  /** Narrows what is offered: one client's projects, for instance. */
  query?: Narrowed;
  value: Ref | null;
  onChange: (value: Ref | null, row?: Offered<P>) => void;
  /** What a picked record is known by, where that is its id in another service. */
  idOf?: "external_id" | undefined;
  /** Records already picked elsewhere, not offered again. */
  without?: readonly string[];
  /** What an offered record is called where its name alone does not tell. */
  labelOf?: (row: Offered<P>) => string;
};

function useOffered<P extends ListPath>(
  path: P,
  narrowed: Narrowed,
  typed: string,
  opened: boolean,
) {
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const query = { ...narrowed, per_page: OFFERED, search };
  return useQuery({ ...describedPageQuery<Offered<P>>(path, query), enabled: opened });
}

const nameOf = ({ name }: Ref) => name;
const idIn = (row: Ref & { external_id?: string }, idOf: "external_id" | undefined) =>
  (idOf && row[idOf]) ?? row.api_id;
const optionOf = (ref: Ref) => ({ value: ref.api_id, label: ref.name });

export function ReferenceSelect<P extends ListPath>(props: Props<P>) {
  const { path, query, value, onChange, idOf, without = [], labelOf = nameOf, ...field } = props;
  const search = useSearchSelect();
  const { data, isFetching } = useOffered(path, query, search.typed ?? "", search.opened);
  const offered = (data?.data ?? []).filter((row) => !without.includes(row.api_id));
  const choose = (id: string | null) => {
    const row = offered.find(({ api_id }) => api_id === id);
    onChange(row ? { api_id: idIn(row, idOf), name: row.name } : null, row);
  };
  return (
    <SearchSelect
      {...field}
      search={search}
      value={value && optionOf(value)}
      onChange={choose}
      options={offered.map((row) => ({ value: row.api_id, label: labelOf(row) }))}
      searching={isFetching}
    />
  );
}
