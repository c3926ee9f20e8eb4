// The six digits of an authenticator app; they may be pasted with a space in the middle.
import { TextInput, type TextInputProps } from "@mantine/core";
import { holds, type Rule, required } from "../../lib/validation";

export const codeRules: readonly Rule[] = [
  required(),
  holds((value) => /^\d{6}$/.test(digitsOf(String(value)))),
];

export function digitsOf(typed: string): string {
  return typed.replaceAll(/\s/g, "");
}

export function CodeField(props: TextInputProps) {
  return (
    <TextInput
      {...props}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      maw={220}
      required
      withAsterisk={false}
    />
  );
}
