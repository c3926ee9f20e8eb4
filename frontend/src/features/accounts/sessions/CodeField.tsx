// The field for a six-digit code, typed, pasted or filled in by the device.
import { TextInput } from "@mantine/core";
import { type Rule, required, satisfies } from "../../../lib/validation";
import classes from "./Login.module.css";
import type { SignInField } from "./useSignInForm";

const DIGITS = 6;

export const codeRules: Rule[] = [required(), satisfies((value) => /^\d{6}$/.test(String(value)))];

/** "123 456", "123-456" → "123456". */
export function extractDigits(text: string): string {
  return text.replace(/\D/g, "").slice(0, DIGITS);
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
