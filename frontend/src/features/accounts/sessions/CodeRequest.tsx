// Asks for the address that a sign-in code is sent to.
import { useTranslate } from "../../../i18n/translate";
import type { RedirectSearch } from "../../../session/guards";
import classes from "./Login.module.css";
import { MailRequest } from "./MailRequest";
import { SignInLink } from "./SignInLink";
import { sendCode } from "./signInCalls";

type Props = { way: RedirectSearch; address: string; onSent: (email: string) => void };

export function CodeRequest({ way, address, onSent }: Props) {
  const t = useTranslate();
  return (
    <div className={classes.ways}>
      <MailRequest
        title={t("login.code.title")}
        lead={t("login.code.lead")}
        submitLabel={t("login.code.send")}
        address={address}
        send={(email) => sendCode(email, way)}
        onSent={onSent}
      />
      <SignInLink to="/auth/login" way={way}>
        {t("login.back")}
      </SignInLink>
    </div>
  );
}
