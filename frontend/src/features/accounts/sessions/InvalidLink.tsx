// A password link that opens nothing any more, or is not there: says so, and how to get a new one.
import { Text } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import classes from "./Login.module.css";
import { SignInButtonLink, SignInLink } from "./SignInLink";
import { StepTitle } from "./StepTitle";

export function InvalidLink({ isMissing = false }: { isMissing?: boolean }) {
  const t = useTranslate();
  return (
    <div className={classes.ways}>
      <StepTitle takesFocus={!isMissing}>
        {t(isMissing ? "login.choose.missing_title" : "login.choose.dead_title")}
      </StepTitle>
      <Text>{t(isMissing ? "login.choose.missing" : "login.choose.dead")}</Text>
      <SignInButtonLink to="/auth/password/forgot">{t("login.choose.again")}</SignInButtonLink>
      <SignInLink to="/auth/login" way={{}}>
        {t("login.back")}
      </SignInLink>
    </div>
  );
}
