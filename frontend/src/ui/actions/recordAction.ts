// The types of a record's actions: the change, the question before it and the message after it.
import type { ReactNode } from "react";

/** A change with an undo: it runs at once, and its message offers the undo. */
export type Reversible = {
  run: () => Promise<unknown>;
  done: string;
  /** The opposite change, computed after this one has run. */
  undo: () => Reversible;
};

/** A change without an undo. */
type Irreversible = {
  run: () => Promise<unknown>;
  done: string;
  /** The question before the change; without one it runs at once. */
  confirmation?: { title: string; detail: string };
  /** Navigates away from the page of a deleted record. */
  onDeleted?: () => Promise<void>;
};

export type RecordAction = {
  label: string;
  icon: ReactNode;
  danger?: boolean;
} & ({ reversible: Reversible } | { irreversible: Irreversible } | { open: () => void });

export type IrreversibleAction = Extract<RecordAction, { irreversible: Irreversible }>;
