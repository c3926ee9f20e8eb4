// Shown when a password link is opened in a signed-in browser: offers to sign out first.
import { Button, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { CurrentUser } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { signOut } from "../../../session/signIn";
import classes from "./Login.module.css";
import { SignInButtonLink } from "./SignInLink";
import { StepTitle } from "./StepTitle";
import { useAttempt } from "./useAttempt";

type Props = { user: CurrentUser; onSignedOut: () => Promise<void> };

export function OtherAccount({ user, onSignedOut }: Props) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  // Returns to the password link instead of the sign-in page.
  const attempt = useAttempt(() => signOut({ queryClient, navigate: onSignedOut }));
  return (
    <div className={classes.steps}>
      <StepTitle>{t("login.choose.other_title")}</StepTitle>
      <Text>{t("login.choose.other", { name: user.name })}</Text>
      <Button loading={attempt.busy} onClick={() => attempt.run()} fullWidth>
        {t("login.choose.sign_out")}
      </Button>
      <SignInButtonLink to="/" variant="default">
        {t("login.choose.stay")}
      </SignInButtonLink>
    </div>
  );
}
