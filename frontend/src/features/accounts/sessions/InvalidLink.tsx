// Shown for a password link that is invalid or incomplete, with a link to request a new one.
import { Text } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import classes from "./Login.module.css";
import { SignInButtonLink, SignInLink } from "./SignInLink";
import { StepTitle } from "./StepTitle";

export function InvalidLink({ isMissing = false }: { isMissing?: boolean }) {
  const t = useTranslate();
  return (
    <div className={classes.steps}>
      <StepTitle takesFocus={!isMissing}>
        {t(isMissing ? "login.choose.missing_title" : "login.choose.dead_title")}
      </StepTitle>
      <Text>{t(isMissing ? "login.choose.missing" : "login.choose.dead")}</Text>
      <SignInButtonLink to="/auth/password/forgot">{t("login.choose.again")}</SignInButtonLink>
      <SignInLink to="/auth/login" search={{}}>
        {t("login.back")}
      </SignInLink>
    </div>
  );
}
