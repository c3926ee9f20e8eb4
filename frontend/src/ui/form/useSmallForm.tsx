// Forms of one to three text fields that create no record: what the server refuses lands on the field it names.
// Nothing of them is kept as a draft: they hold passwords and codes.
import { type ChangeEvent, type FormEvent, type ReactNode, useRef, useState } from "react";
import { ApiError } from "../../api/errors";
import { firstFailure, type Rule } from "../../lib/validation";
import { FailureText } from "./FailureText";

const VALIDATION_DELAY_MS = 5;

type Texts<Name extends string> = Record<Name, string>;
type Errors<Name extends string> = Partial<Record<Name, ReactNode>>;

function serverErrors(error: ApiError): Record<string, string> {
  const entries = Object.entries(error.errors).map(([field, texts]) => [field, texts.join(" ")]);
  return Object.fromEntries(entries);
}

export function useSmallForm<Name extends string>(
  rules: Readonly<Record<Name, readonly Rule[]>>,
  send: (values: Texts<Name>) => Promise<void>,
  start: Partial<Texts<Name>> = {},
) {
  const names = Object.keys(rules) as Name[];
  const empty = Object.fromEntries(names.map((name) => [name, start[name] ?? ""])) as Texts<Name>;
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Errors<Name>>({});
  const [busy, setBusy] = useState(false);
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({});
  const judging = useRef(0);

  const refusal = (name: Name, now: Texts<Name>): ReactNode => {
    const failure = firstFailure(rules[name], now[name], now);
    return failure && <FailureText failure={failure} />;
  };
  const show = (found: Errors<Name>) => {
    setErrors(found);
    const first = names.find((name) => found[name]);
    if (first) inputs.current[first]?.focus();
  };
  const submit = async () => {
    // A field left by this press is judged here; judged again later, it would hide what the server says of it.
    window.clearTimeout(judging.current);
    const found = Object.fromEntries(
      names.map((name) => [name, refusal(name, values)] as const).filter(([, error]) => error),
    ) as Errors<Name>;
    show(found);
    if (busy || Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      show(serverErrors(error) as Errors<Name>);
    } finally {
      setBusy(false);
    }
  };

  return {
    /** What an input needs; `tidy` makes what is typed or pasted into what the field holds. */
    field: (name: Name, tidy: (typed: string) => string = String) => ({
      name,
      value: values[name],
      error: errors[name],
      ref: (input: HTMLInputElement | null) => {
        inputs.current[name] = input;
      },
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
        setValues({ ...values, [name]: tidy(currentTarget.value) });
        setErrors({ ...errors, [name]: undefined });
      },
      onBlur: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
        const left = { ...values, [name]: currentTarget.value };
        const judge = () => setErrors((shown) => ({ ...shown, [name]: refusal(name, left) }));
        judging.current = window.setTimeout(judge, VALIDATION_DELAY_MS);
      },
    }),
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void submit();
    },
    clear: () => setValues(empty),
    busy,
  };
}
