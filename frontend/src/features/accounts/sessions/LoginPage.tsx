// Sign-in with email and password, with links to the other methods.
import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { loadMessages, useTranslate } from "../../../i18n/translate";
import { pageMeta } from "../../../lib/pageMeta";
import { required } from "../../../lib/validation";
import type { RedirectSearch } from "../../../session/guards";
import { lazyComponent } from "../../../ui/lazyComponent";
import { EmailField, emailRules } from "./EmailField";
import { GoogleButton, isGoogleEnabled } from "./GoogleButton";
import { GoogleSignInPending } from "./GoogleSignInPending";
import classes from "./Login.module.css";
import { PasswordField } from "./PasswordField";
import { SignInForm } from "./SignInForm";
import { SignInButtonLink, SignInLink } from "./SignInLink";
import { signIn } from "./signInCalls";
import { useCompleteSignIn } from "./useCompleteSignIn";
import { type GoogleReturn, useGoogleReturn } from "./useGoogleReturn";
import { useSignInForm } from "./useSignInForm";

/** The server says in the page that no account exists: only then is it loaded. */
const NoOwner = lazyComponent(async () => {
  const [notice] = await Promise.all([import("./NoOwner"), loadMessages("administration")]);
  return notice.NoOwner;
});

const RULES = { email: emailRules, password: [required()] };

type Props = { search: RedirectSearch; google: GoogleReturn };

export function LoginPage({ search, google }: Props) {
  const t = useTranslate();
  const complete = useCompleteSignIn(search);
  const isReturning = useGoogleReturn(google, complete);
  const [remember, setRemember] = useState(false);
  const form = useSignInForm({
    rules: RULES,
    send: async (values) => complete(await signIn({ ...values, remember })),
  });
  if (isReturning) return <GoogleSignInPending />;
  return (
    <div className={classes.steps}>
      {pageMeta("owner") === "missing" && <NoOwner />}
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
          <SignInLink to="/auth/password/forgot" search={search}>
            {t("login.forgot_link")}
          </SignInLink>
        </div>
      </SignInForm>
      <span className={classes.or}>{t("login.or")}</span>
      {isGoogleEnabled() && <GoogleButton search={search} />}
      <SignInButtonLink to="/auth/login/email" search={search} variant="default">
        {t("login.by_code")}
      </SignInButtonLink>
    </div>
  );
}
