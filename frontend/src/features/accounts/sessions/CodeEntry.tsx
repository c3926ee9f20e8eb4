// The field for the six-digit code from a mail, with a button to send another after a delay.
import { Button, Checkbox, Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import type { RedirectSearch } from "../../../session/guards";
import { CodeField, codeRules, extractDigits } from "./CodeField";
import classes from "./Login.module.css";
import { SignInForm } from "./SignInForm";
import { SignInLink } from "./SignInLink";
import { sendCode, signIn } from "./signInCalls";
import { useAttempt } from "./useAttempt";
import { useCompleteSignIn } from "./useCompleteSignIn";
import { useCountdown } from "./useCountdown";
import { useSignInForm } from "./useSignInForm";
import { WaitNotice } from "./WaitNotice";
import { waitTime } from "./waitTime";

/** The recipient of a code, and when it was sent. */
export type SentCode = { email: string; at: number };

const RESEND_DELAY_MS = 30_000;

type Props = {
  search: RedirectSearch;
  sent: SentCode;
  onSent: (email: string) => void;
  onChange: (email: string) => void;
};

function ResendButton({ search, sent, onSent }: Omit<Props, "onChange">) {
  const t = useTranslate();
  const secondsLeft = useCountdown(sent.at + RESEND_DELAY_MS);
  const [isResent, setResent] = useState(false);
  const attempt = useAttempt(async () => {
    await sendCode(sent.email, search);
    setResent(true);
    onSent(sent.email);
  });
  return (
    <div>
      <WaitNotice until={attempt.waitUntil} />
      <Text role="status" className={classes.status}>
        {isResent ? t("login.code.sent_again") : ""}
      </Text>
      <Button
        variant="default"
        disabled={secondsLeft > 0}
        loading={attempt.busy}
        onClick={() => attempt.run()}
        fullWidth
      >
        {secondsLeft > 0
          ? t("login.code.again_in", { time: waitTime(t, secondsLeft) })
          : t("login.code.again")}
      </Button>
    </div>
  );
}

export function CodeEntry({ search, sent, onSent, onChange }: Props) {
  const t = useTranslate();
  const complete = useCompleteSignIn(search);
  const [remember, setRemember] = useState(false);
  const form = useSignInForm({
    rules: { code: codeRules },
    focusFirst: true,
    send: async ({ code }) => complete(await signIn({ email: sent.email, code, remember })),
  });
  return (
    <div className={classes.steps}>
      <SignInForm
        title={t("login.code.enter")}
        lead={<Text>{t("login.code.sent", { email: sent.email })}</Text>}
        submitLabel={t("login.submit")}
        form={form}
      >
        <CodeField field={form.field("code", extractDigits)} label={t("login.code.field")} />
        <Checkbox
          label={t("login.remember")}
          checked={remember}
          onChange={({ currentTarget }) => setRemember(currentTarget.checked)}
        />
      </SignInForm>
      <ResendButton search={search} sent={sent} onSent={onSent} />
      <div className={classes.links}>
        <UnstyledButton className={classes.link} fz="sm" onClick={() => onChange(sent.email)}>
          {t("login.code.change")}
        </UnstyledButton>
        <SignInLink to="/auth/login" search={search}>
          {t("login.back")}
        </SignInLink>
      </div>
    </div>
  );
}
