// Asks for the address that a sign-in code is sent to.
import { Text } from "@mantine/core";
import { useTranslate } from "../../i18n/translate";
import type { Target } from "../../session/guards";
import { sendCode } from "./calls";
import { EmailField, emailRules } from "./EmailField";
import classes from "./Login.module.css";
import { SignInForm } from "./SignInForm";
import { SignInLink } from "./SignInLink";
import { useSignInForm } from "./useSignInForm";

type Props = { way: Target; address: string; onSent: (email: string) => void };

export function CodeRequest({ way, address, onSent }: Props) {
  const t = useTranslate();
  const form = useSignInForm({
    rules: { email: emailRules },
    start: { email: address },
    focusFirst: address !== "",
    send: async ({ email }) => {
      await sendCode(email);
      onSent(email);
    },
  });
  return (
    <div className={classes.ways}>
      <SignInForm
        title={t("login.code.title")}
        lead={<Text>{t("login.code.lead")}</Text>}
        submitLabel={t("login.code.send")}
        form={form}
      >
        <EmailField field={form.field("email")} />
      </SignInForm>
      <SignInLink to="/auth/login" way={way}>
        {t("login.back")}
      </SignInLink>
    </div>
  );
}
