// Sends a change for many records, a hundred at a time, and learns what became of each.
import { sendDescribed } from "../../api/client";
import type { Batch, Item as One } from "../../api/types";
import type { Listed } from "../table/tableModel";
import type { Change, Failure } from "./bulk";

const AT_ONCE = 100;
/** More than these are a file's business, not a button's. */
export const MAX_CHANGED = 1_000;

export type Outcome<Item> = {
  done: readonly Item[];
  failed: readonly Failure<Item>[];
  /** Those that were not reached: the server was not, or refused the call itself, and the page said so. */
  left: readonly Item[];
};

function partsOf<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / AT_ONCE);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
}

/** What is wrong with a field says more than that something is; any other refusal has words of its own. */
function reasonsOf({ code, message, errors }: Batch["results"][number]): string[] {
  const named = Object.values(errors).flat();
  return code === "invalid" && named.length > 0 ? [...new Set(named)] : [message ?? ""];
}

async function send<Item extends Listed>(path: string, items: readonly Item[], change: Change) {
  const body = { ids: items.map(({ api_id }) => api_id), change };
  return (await sendDescribed<One<Batch>>(path, { method: "POST", body })).data.results;
}

export async function changeEach<Item extends Listed>(
  path: string,
  items: readonly Item[],
  change: Change,
): Promise<Outcome<Item>> {
  const done: Item[] = [];
  const failed: Failure<Item>[] = [];
  const parts = partsOf(items);
  for (const [index, part] of parts.entries()) {
    const results = await send(path, part, change).catch(() => undefined);
    if (results === undefined) return { done, failed, left: parts.slice(index).flat() };
    for (const [position, item] of part.entries()) {
      const result = results[position];
      if (result === undefined) continue;
      if (result.code === null) done.push(item);
      else failed.push({ item, reasons: reasonsOf(result) });
    }
  }
  return { done, failed, left: [] };
}

/** Each record to what it was before, those alike together; whether that went well for all. */
export async function revertEach<Item extends Listed>(
  path: string,
  items: readonly Item[],
  back: (item: Item) => Change,
): Promise<boolean> {
  const alike = Map.groupBy(items, (item) => JSON.stringify(back(item)));
  let isWhole = true;
  for (const [change, group] of alike) {
    const { done } = await changeEach(path, group, JSON.parse(change) as Change);
    isWhole = isWhole && done.length === group.length;
  }
  return isWhole;
}
