// A password link opened while someone is signed in: it is another person's, or one's own from before; say so and ask.
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
  // The way on is not to the sign-in: the link is still good, and is what the visitor came with.
  const leaving = useAttempt(() => signOut({ queryClient, navigate: onSignedOut }));
  return (
    <div className={classes.ways}>
      <StepTitle>{t("login.choose.other_title")}</StepTitle>
      <Text>{t("login.choose.other", { name: user.name })}</Text>
      <Button loading={leaving.busy} onClick={() => leaving.run()} fullWidth>
        {t("login.choose.sign_out")}
      </Button>
      <SignInButtonLink to="/" variant="default">
        {t("login.choose.stay")}
      </SignInButtonLink>
    </div>
  );
}
