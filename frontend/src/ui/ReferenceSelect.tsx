// Picks one record by typing part of its name; the server does the searching.
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { pageQuery } from "../api/queries";
import type { Ref } from "../api/types";
import { type SearchFieldProps, SearchSelect, useSearchSelect } from "./SearchSelect";

const SEARCH_DELAY_MS = 250;
const OFFERED = 25;

type Props = SearchFieldProps & {
  path: string;
  value: Ref | null;
  onChange: (value: Ref | null) => void;
  /** Records already picked elsewhere, not offered again. */
  without?: readonly string[];
};

function useOffered(path: string, typed: string, opened: boolean) {
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const query = search === "" ? { per_page: OFFERED } : { per_page: OFFERED, search };
  return useQuery({ ...pageQuery<Ref>(path, query), enabled: opened });
}

const optionOf = (ref: Ref) => ({ value: ref.api_id, label: ref.name });

export function ReferenceSelect({ path, value, onChange, without = [], ...field }: Props) {
  const search = useSearchSelect();
  const { data, isFetching } = useOffered(path, search.typed ?? "", search.opened);
  const offered = (data?.data ?? []).filter((ref) => !without.includes(ref.api_id));
  const choose = (id: string | null) => {
    const ref = offered.find(({ api_id }) => api_id === id);
    onChange(ref ? { api_id: ref.api_id, name: ref.name } : null);
  };
  return (
    <SearchSelect
      {...field}
      search={search}
      value={value && optionOf(value)}
      onChange={choose}
      options={offered.map(optionOf)}
      searching={isFetching}
    />
  );
}
