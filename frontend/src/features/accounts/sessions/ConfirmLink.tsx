// Confirms a sign-in link with a click, because mail scanners open links too.
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

type Props = {
  search: RedirectSearch;
  email: string;
  code: string;
  onRequestNew: (email: string) => void;
};

export function ConfirmLink({ search, email, code, onRequestNew }: Props) {
  const t = useTranslate();
  const complete = useCompleteSignIn(search);
  const [isInvalid, setInvalid] = useState(false);
  const attempt = useAttempt(
    async () => complete(await signIn({ email, code, remember: false }, REFUSED.code)),
    (error) => setInvalid(error.code === REFUSED.code),
  );
  return (
    <div className={classes.steps}>
      <StepTitle>{t("login.link.title")}</StepTitle>
      <Text>{t("login.link.lead", { email })}</Text>
      <WaitNotice until={attempt.waitUntil} />
      {isInvalid && (
        <Notice kind="warning" role="alert">
          {t("login.link.dead")}
        </Notice>
      )}
      {isInvalid ? (
        <Button onClick={() => onRequestNew(email)} fullWidth>
          {t("login.code.again")}
        </Button>
      ) : (
        <Button loading={attempt.busy} onClick={() => attempt.run()} fullWidth>
          {t("login.submit")}
        </Button>
      )}
      <SignInLink to="/auth/login" search={search}>
        {t("login.back")}
      </SignInLink>
    </div>
  );
}
