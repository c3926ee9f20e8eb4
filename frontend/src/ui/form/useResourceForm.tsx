// A form's values and errors, validated on blur and on change, never while typing.
import { useForm } from "@mantine/form";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { FailureText } from "./FailureText";
import { formFailures } from "./fieldRules";
import type { FieldDescription, FieldKind, FieldValue, FormValues } from "./fields";
import { changedFields } from "./payload";

const VALIDATION_DELAY_MS = 5;

/** Typed fields are validated on blur, others on change. */
const TYPED_KINDS: ReadonlySet<FieldKind["kind"]> = new Set([
  "text",
  "textarea",
  "integer",
  "hours",
  "money",
  "date",
  "weights",
  "secret",
]);

function createValidator(fields: readonly FieldDescription[]) {
  return (values: FormValues): Record<string, ReactNode> =>
    Object.fromEntries(
      Object.entries(formFailures(fields, values)).map(([name, failure]) => [
        name,
        <FailureText key={name} failure={failure} />,
      ]),
    );
}

export function useResourceForm(fields: readonly FieldDescription[], initial: FormValues) {
  const [before, setBefore] = useState(initial);
  const validate = useMemo(() => createValidator(fields), [fields]);
  const form = useForm<FormValues>({
    mode: "controlled",
    initialValues: initial,
    validate,
    validateInputOnBlur: true,
    validateInputOnChange: fields
      .filter(({ kind }) => !TYPED_KINDS.has(kind))
      .map(({ name }) => name),
    validateDebounce: VALIDATION_DELAY_MS,
  });
  const { setFieldValue, validateField } = form;
  const setValue = useCallback(
    (name: string, value: FieldValue) => setFieldValue(name, value as never),
    [setFieldValue],
  );
  const validateSoon = useCallback(
    (name: string) => window.setTimeout(() => void validateField(name), VALIDATION_DELAY_MS),
    [validateField],
  );
  const { values } = form;
  return {
    values,
    /** The current values, for asynchronous code that started earlier. */
    current: form.getValues,
    before,
    errors: form.errors as Record<string, ReactNode>,
    dirty: changedFields(fields, before, values).length > 0,
    setValue,
    validateSoon,
    validate: () => Object.keys(form.validate().errors),
    setErrors: form.setErrors,
    /** Replaces the values, by a draft for instance. */
    replace: (next: FormValues) => form.setValues(next),
    /** Sets the values that count as unchanged. */
    rebase: setBefore,
  };
}

export type ResourceFormState = ReturnType<typeof useResourceForm>;
