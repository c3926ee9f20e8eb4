// A link from a sign-in mail: a person confirms it with a click, since scanners of mail open links too.
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import type { RedirectSearch } from "../../../session/guards";
import classes from "./Login.module.css";
import { Notice } from "./Notice";
import { SignInLink } from "./SignInLink";
import { StepTitle } from "./StepTitle";
import { REFUSED, signIn } from "./signInCalls";
import { useAttempt } from "./useAttempt";
import { useCompleteSignIn } from "./useCompleteSignIn";
import { WaitNotice } from "./WaitNotice";

type Props = { way: RedirectSearch; email: string; code: string; onAgain: (email: string) => void };

export function ConfirmLink({ way, email, code, onAgain }: Props) {
  const t = useTranslate();
  const complete = useCompleteSignIn(way);
  const [isDead, setDead] = useState(false);
  const confirming = useAttempt(
    async () => complete(await signIn({ email, code, remember: false }, REFUSED.code)),
    (error) => setDead(error.code === REFUSED.code),
  );
  return (
    <div className={classes.ways}>
      <StepTitle>{t("login.link.title")}</StepTitle>
      <Text>{t("login.link.lead", { email })}</Text>
      <WaitNotice until={confirming.waitUntil} />
      {isDead && (
        <Notice kind="warning" role="alert">
          {t("login.link.dead")}
        </Notice>
      )}
      {isDead ? (
        <Button onClick={() => onAgain(email)} fullWidth>
          {t("login.code.again")}
        </Button>
      ) : (
        <Button loading={confirming.busy} onClick={() => confirming.run()} fullWidth>
          {t("login.submit")}
        </Button>
      )}
      <SignInLink to="/auth/login" way={way}>
        {t("login.back")}
      </SignInLink>
    </div>
  );
}
