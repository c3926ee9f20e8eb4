// Takes the six digits that were mailed; a new code can be had after a moment.
import { Button, Checkbox, Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import type { RedirectSearch } from "../../../session/guards";
import { CodeField, codeRules, digitsOf } from "./CodeField";
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

/** To whom a code went, and when. */
export type Sent = { email: string; at: number };

const AGAIN_AFTER_MS = 30_000;

type Props = {
  way: RedirectSearch;
  sent: Sent;
  onSent: (email: string) => void;
  onChange: (email: string) => void;
};

function SendAgain({ way, sent, onSent }: Omit<Props, "onChange">) {
  const t = useTranslate();
  const left = useCountdown(sent.at + AGAIN_AFTER_MS);
  const [isSentAgain, setSentAgain] = useState(false);
  const sending = useAttempt(async () => {
    await sendCode(sent.email, way);
    setSentAgain(true);
    onSent(sent.email);
  });
  return (
    <div>
      <WaitNotice until={sending.waitUntil} />
      <Text role="status" className={classes.said}>
        {isSentAgain ? t("login.code.sent_again") : ""}
      </Text>
      <Button
        variant="default"
        disabled={left > 0}
        loading={sending.busy}
        onClick={() => sending.run()}
        fullWidth
      >
        {left > 0 ? t("login.code.again_in", { time: waitTime(t, left) }) : t("login.code.again")}
      </Button>
    </div>
  );
}

export function CodeEntry({ way, sent, onSent, onChange }: Props) {
  const t = useTranslate();
  const complete = useCompleteSignIn(way);
  const [remember, setRemember] = useState(false);
  const form = useSignInForm({
    rules: { code: codeRules },
    focusFirst: true,
    send: async ({ code }) => complete(await signIn({ email: sent.email, code, remember })),
  });
  return (
    <div className={classes.ways}>
      <SignInForm
        title={t("login.code.enter")}
        lead={<Text>{t("login.code.sent", { email: sent.email })}</Text>}
        submitLabel={t("login.submit")}
        form={form}
      >
        <CodeField field={form.field("code", digitsOf)} label={t("login.code.field")} />
        <Checkbox
          label={t("login.remember")}
          checked={remember}
          onChange={({ currentTarget }) => setRemember(currentTarget.checked)}
        />
      </SignInForm>
      <SendAgain way={way} sent={sent} onSent={onSent} />
      <div className={classes.others}>
        <UnstyledButton className={classes.link} fz="sm" onClick={() => onChange(sent.email)}>
          {t("login.code.change")}
        </UnstyledButton>
        <SignInLink to="/auth/login" way={way}>
          {t("login.back")}
        </SignInLink>
      </div>
    </div>
  );
}
