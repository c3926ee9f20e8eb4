// Controls that few forms use, loaded on demand.
import { useEffect, useState } from "react";
import { lazyComponent } from "../lazyComponent";
import type { FieldDescription } from "./fields";

export const LAZY = {
  choices: lazyComponent(async () => (await import("./controls/ChoicesControl")).ChoicesControl),
  references: lazyComponent(
    async () => (await import("./controls/ReferencesControl")).ReferencesControl,
  ),
  secret: lazyComponent(async () => (await import("./controls/SecretControl")).SecretControl),
  tags: lazyComponent(async () => (await import("./controls/TagsControl")).TagsControl),
  weights: lazyComponent(async () => (await import("./controls/WeightsControl")).WeightsControl),
};
const BY_KIND: Partial<Record<string, { loadNow: () => Promise<unknown> }>> = LAZY;

/** False until the controls of a form are loaded, or failed to load, which each of them reports. */
export function useControls(fields: readonly FieldDescription[]): boolean {
  const [controls] = useState(() => fields.flatMap(({ kind }) => BY_KIND[kind] ?? []));
  const [areLoaded, setLoaded] = useState(controls.length === 0);
  useEffect(() => {
    void Promise.allSettled(controls.map(({ loadNow }) => loadNow())).then(() => setLoaded(true));
  }, [controls]);
  return areLoaded;
}
