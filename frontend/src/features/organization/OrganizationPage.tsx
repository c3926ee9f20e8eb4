// The settings that hold for the whole agency, and who changed them.
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import { usePermissions } from "../../session/permissions";
import { ButtonLink } from "../../ui/ButtonLink";
import { Forbidden } from "../../ui/Forbidden";
import { FormPage } from "../../ui/form/FormPage";
import { PageTitle } from "../../ui/PageTitle";
import uiClasses from "../../ui/ui.module.css";
import { SettingsForm } from "./SettingsForm";
import { settingsFields } from "./settingsFields";

/** `activity` is what another room shows of the settings' past; the route brings them together. */
export function OrganizationPage({ activity }: { activity: ReactNode }) {
  const t = useTranslate();
  const { may } = usePermissions();
  if (!may("settings.edit")) return <Forbidden page={t("organization.title")} />;
  return (
    <FormPage>
      <PageTitle
        actions={
          <ButtonLink variant="default" to="/choices">
            {t("enum_options.title")}
          </ButtonLink>
        }
      >
        {t("organization.title")}
      </PageTitle>
      <SettingsForm formKey="settings" fields={settingsFields} />
      <section aria-labelledby="settings-activity" style={{ marginTop: 32 }}>
        <h2 id="settings-activity" className={uiClasses.heading}>
          {t("organization.activity")}
        </h2>
        {activity}
      </section>
    </FormPage>
  );
}
