// A new password: its one rule said before it is broken, typed twice, and good for the sign-in that follows.
import { Text } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import { confirmed, min, required } from "../../../lib/validation";
import { PasswordField } from "./PasswordField";
import { SignInForm } from "./SignInForm";
import { choosePassword, REFUSED } from "./signInCalls";
import { useCompleteSignIn } from "./useCompleteSignIn";
import { useSignInForm } from "./useSignInForm";

// The shortest that any account may have; whether this one needs more, the server knows.
const SHORTEST = 8;
const RULES = {
  password: [required(), min(SHORTEST)],
  confirmation: [required(), confirmed("password")],
};

export function ChoosePassword({ token, onDead }: { token: string; onDead: () => void }) {
  const t = useTranslate();
  const complete = useCompleteSignIn({});
  const form = useSignInForm({
    rules: RULES,
    send: async ({ password }) => complete(await choosePassword(token, password)),
    onRefused: (error) => {
      if (error.code === REFUSED.link) onDead();
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
