// The types of bulk actions: the change of one record, sent for each selected one.
import type { TablerIcon } from "@tabler/icons-react";
import type { FunctionComponent, ReactNode } from "react";
import type { Permission } from "../../api/types";
import type { Body, PathOf } from "../../api/wire";
import type { MessageKey } from "../../i18n/keys";
import type { FieldDescription, FormValues } from "../form/fields";
import type { ApiRow } from "../table/tableModel";
import type { Selection } from "./useSelection";

export type Change = Readonly<Record<string, unknown>>;

/** The paths of bulk changes, and the change of one record. */
type BatchPath = Extract<PathOf<"post">, `${string}/batches`>;
type ChangeAt<P extends BatchPath> =
  Body<P, "post"> extends { change: infer BatchChange } ? BatchChange : never;

type ActionAt<Item extends ApiRow, P extends BatchPath> = {
  label: MessageKey;
  icon: TablerIcon;
  /** One of these permissions is enough; the server checks each record. */
  requires: readonly Permission[];
  path: P;
  /** Whether the action applies to a record; it is offered when it applies to one at least. */
  appliesTo?: (item: Item) => boolean;
  /** The success message, with a count. */
  done: MessageKey;
  /** The change that undoes it for a record, if possible. */
  undo?: (item: Item) => ChangeAt<P>;
} & (
  | { change: ChangeAt<P> }
  // Of an action with fields, `always` is sent beside what the user enters.
  | {
      fields: readonly FieldDescription<keyof ChangeAt<P> & string>[];
      always?: ChangeAt<P>;
      /** What stands below the fields, such as the closed months that the values change. */
      renderNote?: (values: FormValues, props: BulkProps<Item>) => ReactNode;
    }
);

export type BulkAction<Item extends ApiRow, P extends BatchPath = BatchPath> = {
  [K in P]: ActionAt<Item, K>;
}[P];

/** A list as shown, with its selection. */
export type BulkProps<Item extends ApiRow> = {
  selection: Selection<Item>;
  count: number;
  /** Reads all selected rows, including those on pages that were not shown. */
  read: () => Promise<readonly Item[]>;
  /** Shows the records that failed, with reasons. */
  showFailed: (failed: readonly FailedRecord[]) => void;
};

/** The bulk actions of a screen, which load with the bar. */
export type Bulk<Item extends ApiRow> = {
  requires: readonly Permission[];
  Actions: FunctionComponent<BulkProps<Item>>;
};

/** A record that failed, by name. */
export type FailedRecord = { id: string; name: string; reasons: readonly string[] };

export type Failure<Item> = { item: Item; reasons: readonly string[] };
