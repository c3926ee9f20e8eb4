// Keeps what is being typed, and offers what was kept when the form opens again.
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { discardDraft, keepDraft, readDraft } from "./drafts";
import type { FieldDescription } from "./fields";
import type { ResourceFormState } from "./useResourceForm";

const KEEP_DELAY_MS = 200;

export function useDraft(
  formKey: string,
  fields: readonly FieldDescription[],
  form: ResourceFormState,
) {
  const names = fields.map((field) => field.name);
  const [offered, setOffered] = useState(() => readDraft(formKey, names));
  const done = useRef(false);
  const keep = useDebouncedCallback(() => {
    if (!done.current) keepDraft(formKey, form.values);
  }, KEEP_DELAY_MS);
  const { values, dirty } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the values keeps them
  useEffect(() => {
    if (dirty) keep();
  }, [values, dirty]);
  const forget = () => {
    done.current = true;
    discardDraft(formKey);
  };
  return {
    offered: offered !== null && !dirty,
    restore: () => {
      if (offered) form.replace(offered);
      setOffered(null);
    },
    discard: () => {
      discardDraft(formKey);
      setOffered(null);
    },
    forget,
  };
}
