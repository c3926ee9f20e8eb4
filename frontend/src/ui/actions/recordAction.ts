// What can be done with a record, described: what it does, what is asked before and said after.
import type { ReactNode } from "react";

/** A change that can be taken back: it runs at once, and says so with the way back. */
export type Reversible = {
  run: () => Promise<unknown>;
  done: string;
  /** The opposite change, as things stand after this one. */
  inverse: () => Reversible;
};

/** A change that cannot be taken back. */
type Final = {
  run: () => Promise<unknown>;
  done: string;
  /** Asked before, naming the record; without one it runs at once. */
  question?: { title: string; detail: string };
  /** The record is no more: where to go from its page. */
  leave?: () => Promise<void>;
};

export type RecordAction = {
  label: string;
  icon: ReactNode;
  danger?: boolean;
} & ({ reversible: Reversible } | { final: Final } | { open: () => void });

export type FinalAction = Extract<RecordAction, { final: Final }>;
