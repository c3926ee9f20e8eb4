// Shown for a link of the first owner that is invalid: only the server's command prints another, and mail may not work yet.
import { Text } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import classes from "./Login.module.css";
import { OWNER_COMMAND } from "./NoOwner";
import { SignInLink } from "./SignInLink";
import { StepTitle } from "./StepTitle";

export function InvalidOwnerLink() {
  const t = useTranslate();
  return (
    <div className={classes.steps}>
      <StepTitle takesFocus>{t("login.choose.dead_title")}</StepTitle>
      <Text>{t("setup.owner.dead")}</Text>
      <code className={classes.command}>{OWNER_COMMAND}</code>
      <SignInLink to="/auth/login" search={{}}>
        {t("login.back")}
      </SignInLink>
    </div>
  );
}
