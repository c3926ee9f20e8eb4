// How one's account is protected: password, second factor, Google.
import { Text } from "@mantine/core";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { Section } from "../../ui/Section";
import { OnOff } from "./OnOff";
import { PasswordSection } from "./PasswordSection";
import classes from "./Profile.module.css";
import { SecondFactorSection } from "./SecondFactorSection";

export function SecurityPanel() {
  return (
    <div className={classes.stack}>
      <SecondFactorSection />
      <PasswordSection />
      <GoogleSection />
    </div>
  );
}

function GoogleSection() {
  const t = useTranslate();
  const { google_linked, email } = useCurrentUser();
  return (
    <Section title={t("profile.google.title")}>
      <OnOff
        on={google_linked}
        yes={t("profile.google.linked")}
        no={t("profile.google.not_linked")}
      />
      <Text size="sm" mt="xs">
        {google_linked
          ? t("profile.google.linked_detail")
          : t("profile.google.not_linked_detail", { email })}
      </Text>
    </Section>
  );
}
