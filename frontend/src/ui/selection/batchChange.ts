// Sends a change for many records in batches of a hundred, and collects the result of each.
import { sendApiCall } from "../../api/request";
import type { Batch, Item as One } from "../../api/types";
import type { ApiRow } from "../table/tableModel";
import type { Change, Failure } from "./bulk";

const BATCH_SIZE = 100;
/** Larger changes need an import. */
export const MAX_CHANGED = 10_000;

export type Outcome<Item> = {
  done: readonly Item[];
  failed: readonly Failure<Item>[];
  /** Records whose batch failed; the page has shown the error. */
  unsent: readonly Item[];
};

function splitIntoBatches<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / BATCH_SIZE);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
}

/** A field's error is more specific than the general message. */
function failureReasons({ code, message, errors }: Batch["results"][number]): string[] {
  const fieldErrors = Object.values(errors).flat();
  return code === "invalid" && fieldErrors.length > 0 ? [...new Set(fieldErrors)] : [message ?? ""];
}

async function send<Item extends ApiRow>(path: string, items: readonly Item[], change: Change) {
  const body = { ids: items.map(({ api_id }) => api_id), change };
  return (await sendApiCall<One<Batch>>(path, { method: "POST", body })).data.results;
}

export async function changeEach<Item extends ApiRow>(
  path: string,
  items: readonly Item[],
  change: Change,
  onProgress: (done: number) => void = () => undefined,
): Promise<Outcome<Item>> {
  const done: Item[] = [];
  const failed: Failure<Item>[] = [];
  const batches = splitIntoBatches(items);
  for (const [index, batch] of batches.entries()) {
    const results = await send(path, batch, change).catch(() => undefined);
    if (results === undefined) return { done, failed, unsent: batches.slice(index).flat() };
    for (const [position, item] of batch.entries()) {
      const result = results[position];
      if (result === undefined) continue;
      if (result.code === null) done.push(item);
      else failed.push({ item, reasons: failureReasons(result) });
    }
    onProgress(Math.min((index + 1) * BATCH_SIZE, items.length));
  }
  return { done, failed, unsent: [] };
}

/** Restores each record, grouped by equal changes; false when one failed. */
export async function revertEach<Item extends ApiRow>(
  path: string,
  items: readonly Item[],
  undo: (item: Item) => Change,
): Promise<boolean> {
  const groups = Map.groupBy(items, (item) => JSON.stringify(undo(item)));
  let isComplete = true;
  for (const [change, group] of groups) {
    const { done } = await changeEach(path, group, JSON.parse(change) as Change);
    isComplete = isComplete && done.length === group.length;
  }
  return isComplete;
}
