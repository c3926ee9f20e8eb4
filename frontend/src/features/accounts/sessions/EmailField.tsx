// The email field of the sign-in screens.
import { TextInput } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import { email, type Rule, required } from "../../../lib/validation";
import type { SignInField } from "./useSignInForm";

export const emailRules: Rule[] = [required(), email()];

export function EmailField({ field }: { field: SignInField }) {
  const t = useTranslate();
  return (
    <TextInput
      {...field}
      type="email"
      label={t("login.email")}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
    />
  );
}
