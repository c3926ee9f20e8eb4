// Shown while the server completes a sign-in with Google.
import { Loader, Text } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import classes from "./Login.module.css";
import { StepTitle } from "./StepTitle";

export function GoogleSignInPending() {
  const t = useTranslate();
  return (
    <div className={classes.steps}>
      <StepTitle>{t("login.title")}</StepTitle>
      <div className={classes.pending} aria-busy="true">
        <Loader size="sm" aria-hidden />
        <Text role="status">{t("login.google.finishing")}</Text>
      </div>
    </div>
  );
}
