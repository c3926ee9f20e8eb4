// What can be done with many records at once, described: the single call's change, sent for each of them.
import type { TablerIcon } from "@tabler/icons-react";
import type { FunctionComponent } from "react";
import type { Permission } from "../../api/types";
import type { Body, PathOf } from "../../api/wire";
import type { MessageKey } from "../../i18n/keys";
import type { FieldOf } from "../form/fields";
import type { Listed } from "../table/tableModel";
import type { Selection } from "./useSelection";

export type Change = Readonly<Record<string, unknown>>;

/** The paths that change many records at once, and what each of them can change of one. */
type BatchPath = Extract<PathOf<"post">, `${string}/batches`>;
type ChangeAt<P extends BatchPath> = Body<P, "post"> extends { change: infer Sent } ? Sent : never;

type ActionAt<Item extends Listed, P extends BatchPath> = {
  label: MessageKey;
  icon: TablerIcon;
  /** Any one of them is enough; whose records they are the server decides, one by one. */
  needs: readonly Permission[];
  path: P;
  /** Whom it can mean; it is not offered where it would mean nobody. */
  fits?: (item: Item) => boolean;
  /** What was done, with its count. */
  done: MessageKey;
  /** What it changes a record back to, where it can be taken back. */
  back?: (item: Item) => ChangeAt<P>;
} & ({ change: ChangeAt<P> } | { fields: readonly FieldOf<ChangeAt<P>>[] });

export type BulkAction<Item extends Listed, P extends BatchPath = BatchPath> = {
  [K in P]: ActionAt<Item, K>;
}[P];

/** A list as it is shown, and what is picked of it. */
export type BulkProps<Item extends Listed> = {
  selection: Selection<Item>;
  count: number;
  /** Every row that is meant, also of the pages that nobody has seen. */
  read: () => Promise<readonly Item[]>;
  /** Shows which were not changed, and why. */
  showRefused: (refused: readonly Refused[]) => void;
};

/** The screen's own part of the bar, loaded with it; whoever holds one of these has something to do there. */
export type Bulk<Item extends Listed> = {
  needs: readonly Permission[];
  Actions: FunctionComponent<BulkProps<Item>>;
};

/** A record that was not changed, as it is called. */
export type Refused = { id: string; name: string; reasons: readonly string[] };

export type Failure<Item> = { item: Item; reasons: readonly string[] };
