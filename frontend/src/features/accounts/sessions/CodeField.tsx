// Six digits, typed, pasted with spaces in them, or offered by the telephone.
import { TextInput } from "@mantine/core";
import { type Rule, required, satisfies } from "../../../lib/validation";
import classes from "./Login.module.css";
import type { SignInField } from "./useSignInForm";

const DIGITS = 6;

export const codeRules: Rule[] = [required(), satisfies((value) => /^\d{6}$/.test(String(value)))];

/** "123 456", "123-456" → "123456". */
export function digitsOf(typed: string): string {
  return typed.replace(/\D/g, "").slice(0, DIGITS);
}

export function CodeField({ field, label }: { field: SignInField; label: string }) {
  return (
    <TextInput
      {...field}
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      classNames={{ input: classes.code }}
      required
      withAsterisk={false}
    />
  );
}
