// Keeps what is being typed and what it was typed over, and offers both when the form opens again.
import { useDebouncedCallback, useWindowEvent } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useCurrentUser } from "../../session/currentUser";
import { draftsOf } from "../../session/drafts";
import type { FieldDescription, FormValues } from "./fields";
import type { useConflict } from "./useConflict";
import type { ResourceFormState } from "./useResourceForm";

const KEEP_DELAY_MS = 200;

/** Only from the version that it was made from does the server see what others changed since. */
type Draft = { values: FormValues; before: FormValues; version: number };

function picked(values: FormValues, names: readonly string[]): FormValues {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

function readDraft(
  drafts: ReturnType<typeof draftsOf>,
  formKey: string,
  names: readonly string[],
): Draft | null {
  const kept = drafts.read<Draft>(formKey, ["values", "before", "version"]);
  return kept && names.every((name) => name in kept.values && name in kept.before) ? kept : null;
}

export function useDraft(
  formKey: string,
  fields: readonly FieldDescription[],
  form: ResourceFormState,
  conflict: ReturnType<typeof useConflict>,
) {
  // A secret does not wait in the browser's storage.
  const names = fields.filter(({ kind }) => kind !== "secret").map((field) => field.name);
  const drafts = draftsOf(useCurrentUser());
  const [offered, setOffered] = useState(() => readDraft(drafts, formKey, names));
  const done = useRef(false);
  const keep = useDebouncedCallback(() => {
    if (done.current) return;
    const [now, before] = [picked(form.values, names), picked(form.before, names)];
    drafts.save(formKey, { values: now, before, version: conflict.version } satisfies Draft);
  }, KEEP_DELAY_MS);
  // A reload may follow the last key sooner than the delay ends.
  useWindowEvent("pagehide", () => keep.flush());
  const { values, dirty } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the values keeps them
  useEffect(() => {
    if (dirty) keep();
  }, [values, dirty]);
  const forget = () => {
    done.current = true;
    drafts.discard(formKey);
  };
  return {
    offered: offered !== null && !dirty,
    restore: () => {
      if (offered) {
        form.rebase({ ...form.before, ...offered.before });
        form.replace(offered.values);
        conflict.goOnFrom(offered.version);
      }
      setOffered(null);
    },
    discard: () => {
      drafts.discard(formKey);
      setOffered(null);
    },
    forget,
  };
}
