// Stores a draft of the form and its base, and offers to restore it when the form opens again.
import { useDebouncedCallback, useWindowEvent } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useCurrentUser } from "../../session/currentUser";
import { draftsOf } from "../../session/drafts";
import type { FieldDescription, FormValues } from "./fields";
import type { useConflict } from "./useConflict";
import type { ResourceFormState } from "./useResourceForm";

const SAVE_DELAY_MS = 200;

/** The version of the base lets the server detect concurrent changes. */
type Draft = { values: FormValues; before: FormValues; version: number };

function pickValues(values: FormValues, names: readonly string[]): FormValues {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

function readDraft(
  drafts: ReturnType<typeof draftsOf>,
  formKey: string,
  names: readonly string[],
): Draft | null {
  const draft = drafts.read<Draft>(formKey, ["values", "before", "version"]);
  return draft && names.every((name) => name in draft.values && name in draft.before)
    ? draft
    : null;
}

export function useDraft(
  formKey: string,
  fields: readonly FieldDescription[],
  form: ResourceFormState,
  conflict: ReturnType<typeof useConflict>,
) {
  // Secrets are never stored in the browser.
  const names = fields.filter(({ kind }) => kind !== "secret").map((field) => field.name);
  const drafts = draftsOf(useCurrentUser());
  const [offered, setOffered] = useState(() => readDraft(drafts, formKey, names));
  const isDone = useRef(false);
  const saveDraft = useDebouncedCallback(() => {
    if (isDone.current) return;
    const [currentValues, before] = [
      pickValues(form.values, names),
      pickValues(form.before, names),
    ];
    drafts.save(formKey, {
      values: currentValues,
      before,
      version: conflict.version,
    } satisfies Draft);
  }, SAVE_DELAY_MS);
  // A reload may happen before the delay ends.
  useWindowEvent("pagehide", () => saveDraft.flush());
  const { values, dirty } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the values keeps them
  useEffect(() => {
    if (dirty) saveDraft();
  }, [values, dirty]);
  const finish = () => {
    isDone.current = true;
    drafts.discard(formKey);
  };
  return {
    hasDraft: offered !== null && !dirty,
    restore: () => {
      if (offered) {
        form.rebase({ ...form.before, ...offered.before });
        form.replace(offered.values);
        conflict.setVersion(offered.version);
      }
      setOffered(null);
    },
    discard: () => {
      drafts.discard(formKey);
      setOffered(null);
    },
    finish,
  };
}
