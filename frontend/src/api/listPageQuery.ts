// The query of a list's page, with an unchecked path; screens without a list description use `pageQuery`.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { queryKey } from "./queries";
import { sendApiCall, type UrlArguments } from "./request";
import type { Schemas } from "./wire";

/** A page of a list whose path and parameters `defineList` has checked. */
export function listPageQuery<Row>(path: string, query: UrlArguments["query"]) {
  return queryOptions({
    queryKey: queryKey(path, { query }),
    queryFn: ({ signal }) =>
      sendApiCall<{ data: Row[]; meta: Schemas["Meta"] }>(path, { method: "GET", query, signal }),
    placeholderData: keepPreviousData,
  });
}
