// The sale behind one out-of-scope project, as a query.
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import type { Item, ProjectSale } from "../../api/types";

/** A part of a project's page, and over others: where it is gone it says so in its own place. */
export function projectSaleQuery(id: string) {
  const path = `/projects/${id}/oos-sale`;
  return queryOptions({
    queryKey: ["api", path, {}],
    queryFn: async ({ signal }) =>
      (await api.get<Item<ProjectSale>>(path, { signal, expect: [404] })).data,
  });
}
