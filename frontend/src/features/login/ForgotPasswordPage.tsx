// Asks for a link to choose a new password; the answer never tells whether an address is known.
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslate } from "../../i18n/translate";
import type { Target } from "../../session/guards";
import { sendResetLink } from "./calls";
import { EmailField, emailRules } from "./EmailField";
import classes from "./Login.module.css";
import { SignInForm } from "./SignInForm";
import { SignInLink } from "./SignInLink";
import { StepTitle } from "./StepTitle";
import { useSignInForm } from "./useSignInForm";

type RequestProps = { address: string; onSent: (email: string) => void };

function LinkRequest({ address, onSent }: RequestProps) {
  const t = useTranslate();
  const form = useSignInForm({
    rules: { email: emailRules },
    start: { email: address },
    focusFirst: address !== "",
    send: async ({ email }) => {
      await sendResetLink(email);
      onSent(email);
    },
  });
  return (
    <SignInForm
      title={t("login.forgot.title")}
      lead={<Text>{t("login.forgot.lead")}</Text>}
      submitLabel={t("login.forgot.send")}
      form={form}
    >
      <EmailField field={form.field("email")} />
    </SignInForm>
  );
}

export function ForgotPasswordPage({ way }: { way: Target }) {
  const t = useTranslate();
  const [address, setAddress] = useState("");
  const [isSent, setSent] = useState(false);
  const noteSent = (email: string) => {
    setAddress(email);
    setSent(true);
  };
  return (
    <div className={classes.ways}>
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
        <LinkRequest address={address} onSent={noteSent} />
      )}
      <SignInLink to="/auth/login" way={way}>
        {t("login.back")}
      </SignInLink>
    </div>
  );
}
