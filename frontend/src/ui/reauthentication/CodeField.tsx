// The six digits of an authenticator app; a pasted code may contain a space.
import { TextInput, type TextInputProps } from "@mantine/core";
import { type Rule, required, satisfies } from "../../lib/validation";

export const codeRules: readonly Rule[] = [
  required(),
  satisfies((value) => /^\d{6}$/.test(stripSpaces(String(value)))),
];

export function stripSpaces(typed: string): string {
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
