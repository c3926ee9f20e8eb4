// A form's values and errors, validated when the specification says: on leaving, on change, never while typing.
import { useForm } from "@mantine/form";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { FailureText } from "./FailureText";
import { formFailures } from "./fieldRules";
import type { FieldDescription, FieldKind, FieldValue, FormValues } from "./fields";
import { changedFields } from "./payload";

const VALIDATION_DELAY_MS = 5;

/** Fields people type into are judged when left; the others at each choice. */
const TYPED: ReadonlySet<FieldKind["kind"]> = new Set([
  "text",
  "textarea",
  "integer",
  "hours",
  "money",
  "date",
  "weights",
  "secret",
]);

function validator(fields: readonly FieldDescription[]) {
  return (values: FormValues): Record<string, ReactNode> =>
    Object.fromEntries(
      Object.entries(formFailures(fields, values)).map(([name, failure]) => [
        name,
        <FailureText key={name} failure={failure} />,
      ]),
    );
}

export function useResourceForm(fields: readonly FieldDescription[], start: FormValues) {
  const [before, setBefore] = useState(start);
  const validate = useMemo(() => validator(fields), [fields]);
  const form = useForm<FormValues>({
    mode: "controlled",
    initialValues: start,
    validate,
    validateInputOnBlur: true,
    validateInputOnChange: fields.filter(({ kind }) => !TYPED.has(kind)).map(({ name }) => name),
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
    /** The values at this very moment, for what began before they were typed. */
    current: form.getValues,
    before,
    errors: form.errors as Record<string, ReactNode>,
    dirty: changedFields(fields, before, values).length > 0,
    setValue,
    validateSoon,
    validate: () => Object.keys(form.validate().errors),
    setErrors: form.setErrors,
    /** Takes values from elsewhere, a kept draft for instance. */
    replace: (next: FormValues) => form.setValues(next),
    /** What counts as unchanged from now on. */
    rebase: setBefore,
  };
}

export type ResourceFormState = ReturnType<typeof useResourceForm>;
