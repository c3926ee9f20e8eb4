// The specification's error table: how the page reacts to each failed call.
import type { MessageKey } from "../i18n/keys";
import { isOnline } from "../lib/connectivity";
import type { ApiError, ClosedMonth } from "./errors";

/** The key of a message, or a text from the server in the user's language. */
export type ToastText = { key: MessageKey } | { text: string };

export type Reaction =
  | { kind: "page_expired" }
  | { kind: "not_found" }
  | { kind: "toast"; summary: ToastText; detail: ToastText }
  | { kind: "month_closed"; closedMonth: ClosedMonth; detail: string }
  /** The caller shows it: an edit conflict belongs in the form. */
  | { kind: "caller" };

const SUMMARY: ToastText = { key: "common.toast.error.summary" };
const DETAIL: ToastText = { key: "common.toast.error.detail" };

const OFFLINE: Reaction = {
  kind: "toast",
  summary: { key: "common.offline.summary" },
  detail: { key: "common.offline.detail" },
};

const REACTIONS: Record<number, (error: ApiError) => Reaction> = {
  401: () => ({ kind: "page_expired" }),
  419: () => ({ kind: "page_expired" }),
  404: () => ({ kind: "not_found" }),
  409: ({ closedMonth, message }) =>
    closedMonth ? { kind: "month_closed", closedMonth, detail: message } : { kind: "caller" },
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
  if (error.status === 0 && !isOnline()) return OFFLINE;
  return REACTIONS[error.status]?.(error) ?? { kind: "toast", summary: SUMMARY, detail: DETAIL };
}

type Listener = (reaction: Reaction) => void;
const listeners = new Set<Listener>();

/** The shell listens and shows; the client does not depend on the screen. */
export function onReaction(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function handleApiError(error: ApiError): void {
  const reaction = reactionTo(error);
  for (const listener of listeners) listener(reaction);
}
