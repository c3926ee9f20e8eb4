// Keeps what is being typed, and offers what was kept when the form opens again.
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useCurrentUser } from "../../session/currentUser";
import { draftsOf } from "../../session/drafts";
import type { FieldDescription, FormValues } from "./fields";
import type { ResourceFormState } from "./useResourceForm";

const KEEP_DELAY_MS = 200;

function picked(values: FormValues, names: readonly string[]): FormValues {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

export function useDraft(
  formKey: string,
  fields: readonly FieldDescription[],
  form: ResourceFormState,
) {
  // A secret does not wait in the browser's storage.
  const names = fields.filter(({ kind }) => kind !== "secret").map((field) => field.name);
  const drafts = draftsOf(useCurrentUser());
  const [offered, setOffered] = useState(() => drafts.read<FormValues>(formKey, names));
  const done = useRef(false);
  const keep = useDebouncedCallback(() => {
    if (!done.current) drafts.keep(formKey, picked(form.values, names));
  }, KEEP_DELAY_MS);
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
      if (offered) form.replace(offered);
      setOffered(null);
    },
    discard: () => {
      drafts.discard(formKey);
      setOffered(null);
    },
    forget,
  };
}
