// One record that is shown over or beside a page.
import { queryOptions } from "@tanstack/react-query";
import { api } from "./client";
import type { Item } from "./types";

/** The page stands without it, and says in its place that it is gone. */
export function besideQuery<Record>(path: string, id: string) {
  return queryOptions({
    queryKey: ["api", path, id, {}],
    queryFn: async ({ signal }) =>
      (await api.get<Item<Record>>(`${path}/${encodeURIComponent(id)}`, { signal, expect: [404] }))
        .data,
  });
}
