// How tall the rows of lists are for somebody: what the address says, else what they chose last, in each browser.
import { useSyncExternalStore } from "react";
import { useCurrentUser } from "../../session/currentUser";
import { DENSITIES, type Density } from "./listDescription";
import type { ListSearch } from "./listSearch";

const USUAL: Density = "regular";
const listeners = new Set<() => void>();

/** Several people may use one browser. */
const keyOf = (person: string) => `regie-density-${person}`;

function chosenBy(person: string): Density {
  try {
    const kept = localStorage.getItem(keyOf(person));
    return DENSITIES.find((density) => density === kept) ?? USUAL;
  } catch {
    return USUAL;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDensity({ density }: ListSearch): Density {
  const { api_id: person } = useCurrentUser();
  const chosen = useSyncExternalStore(subscribe, () => chosenBy(person));
  return density ?? chosen;
}

export function chooseDensity(person: string, density: Density): void {
  try {
    if (density === USUAL) localStorage.removeItem(keyOf(person));
    else localStorage.setItem(keyOf(person), density);
  } catch {
    // A full or forbidden storage costs the choice, never the page.
  }
  for (const listener of listeners) listener();
}
