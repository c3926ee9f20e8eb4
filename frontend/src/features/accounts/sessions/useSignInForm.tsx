// The form state of a sign-in screen: adds the wait after "too many tries", and initial focus.
import { useRef, useState } from "react";
import { ApiError } from "../../../api/errors";
import type { Rule } from "../../../lib/validation";
import { useSmallForm } from "../../../ui/form/useSmallForm";
import { waitEnd } from "./useAttempt";

type Values<Name extends string> = Record<Name, string>;

type Settings<Name extends string> = {
  rules: Record<Name, readonly Rule[]>;
  initialValues?: Partial<Values<Name>>;
  /** For steps that replace another at the same address. */
  focusFirst?: boolean;
  send: (values: Values<Name>) => Promise<unknown>;
  /** Also receives refusals that concern no field. */
  onRefused?: (error: ApiError) => void;
};

export type SignInField = ReturnType<ReturnType<typeof useSignInForm<string>>["field"]>;

export function useSignInForm<Name extends string>(settings: Settings<Name>) {
  const { rules, initialValues, focusFirst = false, send, onRefused } = settings;
  const [waitUntil, setWaitUntil] = useState(0);
  const canFocus = useRef(focusFirst);

  const attempt = async (values: Values<Name>) => {
    setWaitUntil(0);
    try {
      await send(values);
    } catch (error) {
      if (error instanceof ApiError) {
        setWaitUntil(waitEnd(error));
        onRefused?.(error);
      }
      throw error;
    }
  };
  const form = useSmallForm(rules, attempt, initialValues);

  return {
    field: (name: Name, normalize?: (text: string) => string) => {
      const field = form.field(name, normalize);
      const ref = (input: HTMLInputElement | HTMLSelectElement | null) => {
        field.ref(input);
        if (!input || !canFocus.current) return;
        canFocus.current = false;
        input.focus();
      };
      return { ...field, ref };
    },
    submit: form.onSubmit,
    submitting: form.busy,
    waitUntil,
  };
}
