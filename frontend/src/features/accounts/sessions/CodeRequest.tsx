// Requests a sign-in code by mail.
import { useTranslate } from "../../../i18n/translate";
import type { RedirectSearch } from "../../../session/guards";
import classes from "./Login.module.css";
import { MailRequest } from "./MailRequest";
import { SignInLink } from "./SignInLink";
import { sendCode } from "./signInCalls";

type Props = { search: RedirectSearch; address: string; onSent: (email: string) => void };

export function CodeRequest({ search, address, onSent }: Props) {
  const t = useTranslate();
  return (
    <div className={classes.steps}>
      <MailRequest
        title={t("login.code.title")}
        lead={t("login.code.lead")}
        submitLabel={t("login.code.send")}
        address={address}
        send={(email) => sendCode(email, search)}
        onSent={onSent}
      />
      <SignInLink to="/auth/login" search={search}>
        {t("login.back")}
      </SignInLink>
    </div>
  );
}
