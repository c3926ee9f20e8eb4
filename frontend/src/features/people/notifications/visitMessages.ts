// The short messages of this visit, kept for whoever missed one while it was shown.
import { useEffect, useState } from "react";
import { type Toast, useToasts } from "../../../lib/toasts";

export type VisitMessage = Pick<Toast, "id" | "kind" | "summary" | "detail"> & { at: string };

const MAX_STORED = 20;

/** The newest first; the ways back that they offered are gone with them. */
export function useMessagesOfVisit(): readonly VisitMessage[] {
  const toasts = useToasts();
  const [kept, setKept] = useState<readonly VisitMessage[]>([]);
  useEffect(() => {
    setKept((before) => {
      const known = new Set(before.map(({ id }) => id));
      const fresh = toasts.filter(({ id }) => !known.has(id));
      if (fresh.length === 0) return before;
      const at = new Date().toISOString();
      const added = fresh.map(({ id, kind, summary, detail }) => ({
        id,
        kind,
        summary,
        at,
        ...(detail === undefined ? {} : { detail }),
      }));
      return [...added.reverse(), ...before].slice(0, MAX_STORED);
    });
  }, [toasts]);
  return kept;
}
