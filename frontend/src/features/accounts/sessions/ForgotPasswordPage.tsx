// Requests a link to choose a new password; the response is the same for unknown addresses.
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import type { RedirectSearch } from "../../../session/guards";
import classes from "./Login.module.css";
import { MailRequest } from "./MailRequest";
import { SignInLink } from "./SignInLink";
import { StepTitle } from "./StepTitle";
import { sendResetLink } from "./signInCalls";

export function ForgotPasswordPage({ search }: { search: RedirectSearch }) {
  const t = useTranslate();
  const [address, setAddress] = useState("");
  const [isSent, setSent] = useState(false);
  const recordSent = (email: string) => {
    setAddress(email);
    setSent(true);
  };
  return (
    <div className={classes.steps}>
      {isSent ? (
        <>
          <StepTitle takesFocus>{t("login.forgot.sent_title")}</StepTitle>
          <Text>{t("login.forgot.sent", { email: address })}</Text>
          <Text c="dimmed">{t("login.forgot.sent_hint")}</Text>
          <Button variant="default" onClick={() => setSent(false)} fullWidth>
            {t("login.code.change")}
          </Button>
        </>
      ) : (
        <MailRequest
          title={t("login.forgot.title")}
          lead={t("login.forgot.lead")}
          submitLabel={t("login.forgot.send")}
          address={address}
          send={sendResetLink}
          onSent={recordSent}
        />
      )}
      <SignInLink to="/auth/login" search={search}>
        {t("login.back")}
      </SignInLink>
    </div>
  );
}
