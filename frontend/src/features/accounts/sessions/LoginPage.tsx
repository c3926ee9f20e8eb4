// Signing in: e-mail and password, with the other ways in one press away.
import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import { required } from "../../../lib/validation";
import type { RedirectSearch } from "../../../session/guards";
import { EmailField, emailRules } from "./EmailField";
import { GoogleButton, hasGoogle } from "./GoogleButton";
import { GoogleSignInPending } from "./GoogleSignInPending";
import classes from "./Login.module.css";
import { PasswordField } from "./PasswordField";
import { SignInForm } from "./SignInForm";
import { SignInButtonLink, SignInLink } from "./SignInLink";
import { signIn } from "./signInCalls";
import { useCompleteSignIn } from "./useCompleteSignIn";
import { type GoogleReturn, useGoogleReturn } from "./useGoogleReturn";
import { useSignInForm } from "./useSignInForm";

const RULES = { email: emailRules, password: [required()] };

type Props = { way: RedirectSearch; google: GoogleReturn };

export function LoginPage({ way, google }: Props) {
  const t = useTranslate();
  const complete = useCompleteSignIn(way);
  const returning = useGoogleReturn(google, complete);
  const [remember, setRemember] = useState(false);
  const form = useSignInForm({
    rules: RULES,
    send: async (values) => complete(await signIn({ ...values, remember })),
  });
  if (returning) return <GoogleSignInPending />;
  return (
    <div className={classes.ways}>
      <SignInForm title={t("login.title")} submitLabel={t("login.submit")} form={form}>
        <EmailField field={form.field("email")} />
        <PasswordField
          field={form.field("password")}
          label={t("login.password")}
          autoComplete="current-password"
        />
        <div className={classes.options}>
          <Checkbox
            label={t("login.remember")}
            checked={remember}
            onChange={({ currentTarget }) => setRemember(currentTarget.checked)}
          />
          <SignInLink to="/auth/password/forgot" way={way}>
            {t("login.forgot_link")}
          </SignInLink>
        </div>
      </SignInForm>
      <span className={classes.or}>{t("login.or")}</span>
      {hasGoogle() && <GoogleButton way={way} />}
      <SignInButtonLink to="/auth/login/email" search={way} variant="default">
        {t("login.by_code")}
      </SignInButtonLink>
    </div>
  );
}
