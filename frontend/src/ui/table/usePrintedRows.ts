// The rows of a list on paper, and what prints all lists of the screen.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { PrintedList } from "./printLists";

const lists = new Set<{ current: PrintedList }>();

async function printAll(queryClient: QueryClient): Promise<void> {
  const { printLists } = await import("./printLists");
  await printLists(
    queryClient,
    [...lists].map(({ current }) => current),
  );
}

export function usePrintedRows<Item>(
  list: PrintedList["list"],
  rest: Pick<PrintedList, "search" | "fixed">,
) {
  const queryClient = useQueryClient();
  const [rows, show] = useState<readonly Item[]>();
  const latest: PrintedList = { list, ...rest, show: show as PrintedList["show"] };
  const printed = useRef(latest);
  printed.current = latest;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== "p" || !(ctrlKey || metaKey) || altKey || shiftKey) return;
      event.preventDefault();
      // A failed call has shown its message.
      printAll(queryClient).catch(() => undefined);
    };
    lists.add(printed);
    document.addEventListener("keydown", onKey);
    return () => {
      lists.delete(printed);
      document.removeEventListener("keydown", onKey);
    };
  }, [queryClient]);
  return { rows, print: () => printAll(queryClient) };
}
