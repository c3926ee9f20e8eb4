// Sets a new password, typed twice, and signs in with it.
import { Text } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import { confirmed, min, required } from "../../../lib/validation";
import { PasswordField } from "./PasswordField";
import { SignInForm } from "./SignInForm";
import { choosePassword, REFUSED } from "./signInCalls";
import { useCompleteSignIn } from "./useCompleteSignIn";
import { useSignInForm } from "./useSignInForm";

// The minimum of any account; the server may require more.
const MIN_LENGTH = 8;
export const PASSWORD_RULES = {
  password: [required(), min(MIN_LENGTH)],
  confirmation: [required(), confirmed("password")],
};

export function ChoosePassword({ token, onInvalid }: { token: string; onInvalid: () => void }) {
  const t = useTranslate();
  const complete = useCompleteSignIn({});
  const form = useSignInForm({
    rules: PASSWORD_RULES,
    send: async ({ password }) => complete(await choosePassword(token, password)),
    onRefused: (error) => {
      if (error.code === REFUSED.link) onInvalid();
    },
  });
  return (
    <SignInForm
      title={t("login.choose.title")}
      lead={<Text>{t("login.choose.rule")}</Text>}
      submitLabel={t("login.choose.submit")}
      form={form}
    >
      <PasswordField
        field={form.field("password")}
        label={t("login.choose.password")}
        autoComplete="new-password"
      />
      <PasswordField
        field={form.field("confirmation")}
        label={t("login.choose.confirmation")}
        autoComplete="new-password"
      />
    </SignInForm>
  );
}
