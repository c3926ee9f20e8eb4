// The specification's error catalogue as one table: what the page does about each failed call.
import type { MessageKey } from "../i18n/keys";
import type { ApiError } from "./errors";

/** A word of ours, or words that came from the server already in the reader's language. */
export type ToastText = { key: MessageKey } | { text: string };

export type Reaction =
  | { kind: "page_expired" }
  | { kind: "not_found" }
  | { kind: "toast"; summary: ToastText; detail: ToastText }
  /** The caller shows it: a conflict of two editors belongs into the form. */
  | { kind: "caller" };

const SUMMARY: ToastText = { key: "common.toast.error.summary" };
const DETAIL: ToastText = { key: "common.toast.error.detail" };

const CATALOGUE: Record<number, (error: ApiError) => Reaction> = {
  401: () => ({ kind: "page_expired" }),
  419: () => ({ kind: "page_expired" }),
  404: () => ({ kind: "not_found" }),
  409: () => ({ kind: "caller" }),
  422: (error) => ({
    kind: "toast",
    summary: { text: `${error.status} ${error.statusText}` },
    detail: { text: error.message },
  }),
  403: () => ({
    kind: "toast",
    summary: SUMMARY,
    detail: { key: "common.toast.error.forbidden.detail" },
  }),
};

function reactionTo(error: ApiError): Reaction {
  return CATALOGUE[error.status]?.(error) ?? { kind: "toast", summary: SUMMARY, detail: DETAIL };
}

type Listener = (reaction: Reaction) => void;
const listeners = new Set<Listener>();

/** The shell listens here and draws; the calls themselves know nothing of the screen. */
export function onReaction(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function react(error: ApiError): void {
  const reaction = reactionTo(error);
  for (const listener of listeners) listener(reaction);
}
