// What is shown while the server asks Google who came back.
import { Loader, Text } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import classes from "./Login.module.css";
import { StepTitle } from "./StepTitle";

export function GoogleSignInPending() {
  const t = useTranslate();
  return (
    <div className={classes.ways}>
      <StepTitle>{t("login.title")}</StepTitle>
      <div className={classes.finishing} aria-busy="true">
        <Loader size="sm" aria-hidden />
        <Text role="status">{t("login.google.finishing")}</Text>
      </div>
    </div>
  );
}
