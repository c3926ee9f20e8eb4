// The few fields of a sign-in screen: "too many tries" becomes a wait, and the cursor may already stand in the first one.
import { useRef, useState } from "react";
import { ApiError } from "../../../api/errors";
import type { Rule } from "../../../lib/validation";
import { useSmallForm } from "../../../ui/form/useSmallForm";
import { waitAfter } from "./useAttempt";

type Texts<Name extends string> = Record<Name, string>;

type Settings<Name extends string> = {
  rules: Record<Name, readonly Rule[]>;
  start?: Partial<Texts<Name>>;
  /** On screens that follow another without a new address. */
  focusFirst?: boolean;
  send: (values: Texts<Name>) => Promise<unknown>;
  /** Refusals that are about no field. */
  onRefused?: (error: ApiError) => void;
};

export type SignInField = ReturnType<ReturnType<typeof useSignInForm<string>>["field"]>;

export function useSignInForm<Name extends string>(settings: Settings<Name>) {
  const { rules, start, focusFirst = false, send, onRefused } = settings;
  const [waitUntil, setWaitUntil] = useState(0);
  const canFocus = useRef(focusFirst);

  const attempt = async (values: Texts<Name>) => {
    setWaitUntil(0);
    try {
      await send(values);
    } catch (error) {
      if (error instanceof ApiError) {
        setWaitUntil(waitAfter(error));
        onRefused?.(error);
      }
      throw error;
    }
  };
  const few = useSmallForm(rules, attempt, start);

  return {
    field: (name: Name, tidy?: (typed: string) => string) => {
      const field = few.field(name, tidy);
      const ref = (input: HTMLInputElement | null) => {
        field.ref(input);
        if (!input || !canFocus.current) return;
        canFocus.current = false;
        input.focus();
      };
      return { ...field, ref };
    },
    submit: few.onSubmit,
    submitting: few.busy,
    waitUntil,
  };
}
