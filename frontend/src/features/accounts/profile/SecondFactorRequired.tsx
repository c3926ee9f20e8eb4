// Shown to administrators whose organization requires a second factor, until it is set up.
import "@mantine/core/styles/Alert.css";
import { Alert } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import { useTranslate } from "../../../i18n/translate";
import { PageTitle } from "../../../ui/layout/PageTitle";
import classes from "./Profile.module.css";
import { SecondFactorSection } from "./SecondFactorSection";

/** `target` is the address to open afterwards. */
export function SecondFactorRequired({ target }: { target: string }) {
  const t = useTranslate();
  return (
    <div className={classes.page}>
      <PageTitle>{t("profile.enrol.title")}</PageTitle>
      <Alert color="blue" variant="light" mb="md" icon={<IconShieldLock aria-hidden />}>
        {t("profile.enrol.detail")}
      </Alert>
      <SecondFactorSection target={target} />
    </div>
  );
}
