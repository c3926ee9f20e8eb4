// Stores the toasts of this visit, for users who missed one.
import { useEffect, useState } from "react";
import { type Toast, useToasts } from "../../../lib/toasts";

export type RecentToast = Pick<Toast, "id" | "kind" | "summary" | "detail"> & { at: string };

const MAX_STORED = 20;

/** Newest first, without their undo actions. */
export function useRecentToasts(): readonly RecentToast[] {
  const toasts = useToasts();
  const [stored, setStored] = useState<readonly RecentToast[]>([]);
  useEffect(() => {
    setStored((previous) => {
      const knownIds = new Set(previous.map(({ id }) => id));
      const newToasts = toasts.filter(({ id }) => !knownIds.has(id));
      if (newToasts.length === 0) return previous;
      const at = new Date().toISOString();
      const added = newToasts.map(({ id, kind, summary, detail }) => ({
        id,
        kind,
        summary,
        at,
        ...(detail === undefined ? {} : { detail }),
      }));
      return [...added.reverse(), ...previous].slice(0, MAX_STORED);
    });
  }, [toasts]);
  return stored;
}
