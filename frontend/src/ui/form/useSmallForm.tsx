// Small forms of a few text fields and selects that create no record: server errors appear under their fields. They hold
// passwords and codes, so no draft is stored.
import { type ChangeEvent, type FormEvent, type ReactNode, useRef, useState } from "react";
import { ApiError } from "../../api/errors";
import { firstFailure, type Rule } from "../../lib/validation";
import { FailureText } from "./FailureText";

const VALIDATION_DELAY_MS = 5;

type TextValues<Name extends string> = Record<Name, string>;
type Input = HTMLInputElement | HTMLSelectElement;
type Errors<Name extends string> = Partial<Record<Name, ReactNode>>;

function serverErrors(error: ApiError): Record<string, string> {
  const entries = Object.entries(error.errors).map(([field, messages]) => [
    field,
    messages.join(" "),
  ]);
  return Object.fromEntries(entries);
}

export function useSmallForm<Name extends string>(
  rules: Readonly<Record<Name, readonly Rule[]>>,
  send: (values: TextValues<Name>) => Promise<void>,
  initialValues: Partial<TextValues<Name>> = {},
) {
  const names = Object.keys(rules) as Name[];
  const initial = Object.fromEntries(
    names.map((name) => [name, initialValues[name] ?? ""]),
  ) as TextValues<Name>;
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors<Name>>({});
  const [busy, setBusy] = useState(false);
  const inputs = useRef<Partial<Record<Name, Input | null>>>({});
  const validationTimer = useRef(0);

  const validateField = (name: Name, current: TextValues<Name>): ReactNode => {
    const failure = firstFailure(rules[name], current[name], current);
    return failure && <FailureText failure={failure} />;
  };
  const showErrors = (failures: Errors<Name>) => {
    setErrors(failures);
    const first = names.find((name) => failures[name]);
    if (first) inputs.current[first]?.focus();
  };
  const submit = async () => {
    // The submit validates the field; a later validation would hide the server's error.
    window.clearTimeout(validationTimer.current);
    const failures = Object.fromEntries(
      names
        .map((name) => [name, validateField(name, values)] as const)
        .filter(([, error]) => error),
    ) as Errors<Name>;
    showErrors(failures);
    if (busy || Object.keys(failures).length > 0) return;
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showErrors(serverErrors(error) as Errors<Name>);
    } finally {
      setBusy(false);
    }
  };

  return {
    /** The props of an input; `tidy` normalizes typed or pasted text. */
    field: (name: Name, normalize: (typed: string) => string = String) => ({
      name,
      value: values[name],
      error: errors[name],
      ref: (input: Input | null) => {
        inputs.current[name] = input;
      },
      onChange: ({ currentTarget }: ChangeEvent<Input>) => {
        setValues({ ...values, [name]: normalize(currentTarget.value) });
        setErrors({ ...errors, [name]: undefined });
      },
      onBlur: ({ currentTarget }: ChangeEvent<Input>) => {
        const blurred = { ...values, [name]: currentTarget.value };
        const validate = () =>
          setErrors((shown) => ({ ...shown, [name]: validateField(name, blurred) }));
        validationTimer.current = window.setTimeout(validate, VALIDATION_DELAY_MS);
      },
    }),
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void submit();
    },
    clear: () => setValues(initial),
    busy,
  };
}
