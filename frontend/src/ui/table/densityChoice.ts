// The row height of a user's lists: from the URL, else their last choice in this browser.
import { useSyncExternalStore } from "react";
import { useCurrentUser } from "../../session/currentUser";
import { currentDensity, DENSITIES, type Density } from "./density";
import type { ListSearch } from "./listSearch";

const DEFAULT_DENSITY: Density = "regular";
const listeners = new Set<() => void>();

/** Several users may share a browser. */
const storageKey = (userId: string) => `regie-density-${userId}`;

function readDensity(userId: string): Density {
  try {
    const stored = currentDensity(localStorage.getItem(storageKey(userId)) ?? "");
    return DENSITIES.find((density) => density === stored) ?? DEFAULT_DENSITY;
  } catch {
    return DEFAULT_DENSITY;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDensity({ density }: ListSearch): Density {
  const { api_id: userId } = useCurrentUser();
  const stored = useSyncExternalStore(subscribe, () => readDensity(userId));
  return density ?? stored;
}

export function chooseDensity(userId: string, density: Density): void {
  try {
    if (density === DEFAULT_DENSITY) localStorage.removeItem(storageKey(userId));
    else localStorage.setItem(storageKey(userId), density);
  } catch {
    // A full or forbidden storage loses the choice but must not break the page.
  }
  for (const listener of listeners) listener();
}
