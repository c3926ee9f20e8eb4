// Prints the lists on the screen with every row that matches, not only the page that is shown.
import type { QueryClient } from "@tanstack/react-query";
import { flushSync } from "react-dom";
import { listPageQuery } from "../../api/listPageQuery";
import type { FixedQuery, ListDescription } from "./listDescription";
import { type ListSearch, listQuery } from "./listSearch";

export type PrintedList = {
  list: ListDescription;
  search: ListSearch;
  fixed: FixedQuery | undefined;
  /** Shows these rows instead of the page; without rows, the page again. */
  show: (rows: readonly unknown[] | undefined) => void;
};

const ROWS_AT_ONCE = 100;
/** Paper takes no more; the export has all rows. */
const MAX_ROWS = 2_000;

async function readRows(queryClient: QueryClient, { list, search, fixed }: PrintedList) {
  const query = { ...listQuery(list, search, fixed), per_page: ROWS_AT_ONCE };
  const rows: unknown[] = [];
  for (let page = 1; page * ROWS_AT_ONCE <= MAX_ROWS; page += 1) {
    const { data, meta } = await queryClient.fetchQuery(
      listPageQuery(list.path, { ...query, page }),
    );
    rows.push(...data);
    if (page >= meta.last_page) break;
  }
  return rows;
}

let isPreparing = false;

export async function printLists(
  queryClient: QueryClient,
  lists: readonly PrintedList[],
): Promise<void> {
  if (isPreparing) return;
  isPreparing = true;
  try {
    const rows = await Promise.all(lists.map((one) => readRows(queryClient, one)));
    flushSync(() => {
      for (const [index, { show }] of lists.entries()) show(rows[index]);
    });
    const forget = () => {
      for (const { show } of lists) show(undefined);
    };
    window.addEventListener("afterprint", forget, { once: true });
    window.print();
  } finally {
    isPreparing = false;
  }
}
