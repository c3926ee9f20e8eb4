// A currency that an address names, as far as there is one: what is none falls back to what is shown without it.
import { useQuery } from "@tanstack/react-query";
import { enumOptionsQuery } from "./enumOptions";

/** Undefined too until the server has said which there are. */
export function useKnownCurrency(asked: string | undefined): string | undefined {
  const { data } = useQuery(enumOptionsQuery);
  return data?.currency?.find(({ value }) => value === asked)?.value;
}
