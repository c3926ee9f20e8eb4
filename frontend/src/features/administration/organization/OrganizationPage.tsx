// The organization's settings, as far as the user may see and edit them, with their activity.
import type { ReactNode } from "react";
import { useTranslate } from "../../../i18n/translate";
import { ACTIVITY_PERMISSIONS, usePermissions } from "../../../session/permissions";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { FormPage } from "../../../ui/form/FormPage";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { lazyComponent } from "../../../ui/lazyComponent";
import { useIsAdminArea } from "../../../ui/links/area";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import uiClasses from "../../../ui/ui.module.css";
import { SettingsForm } from "./SettingsForm";
import { ratesFields, settingsFields } from "./settingsFields";

// Below the form: loaded after it.
const OtherSettings = lazyComponent(async () => (await import("./OtherSettings")).OtherSettings);
const ConnectionStates = lazyComponent(
  async () => (await import("./ConnectionStates")).ConnectionStates,
);

const CHOICES_PERMISSIONS = ["enum_options.edit"] as const;

/** `activity` comes from the route, because nouns do not import each other. */
export function OrganizationPage({ activity }: { activity: ReactNode }) {
  const t = useTranslate();
  const { can, canAny } = usePermissions();
  const isAdminArea = useIsAdminArea();
  const canEditAll = can("settings.edit");
  if (!can("settings.view")) return <Forbidden page={t("organization.title")} />;
  return (
    <FormPage>
      <PageTitle
        actions={
          <>
            <ButtonLink
              variant="default"
              to={isAdminArea ? "/admin/exchange-rates" : "/exchange-rates"}
            >
              {t("shell.nav.exchange_rates")}
            </ButtonLink>
            {canAny(CHOICES_PERMISSIONS) && (
              <ButtonLink variant="default" to="/choices">
                {t("shell.nav.choices")}
              </ButtonLink>
            )}
          </>
        }
      >
        {t("organization.title")}
      </PageTitle>
      <div data-in-order>
        <SettingsForm formKey="settings" fields={canEditAll ? settingsFields : ratesFields} />
        {!canEditAll && <OtherSettings />}
        {can("connections.view") && <ConnectionStates />}
        {canAny(ACTIVITY_PERMISSIONS) && (
          <section aria-labelledby="settings-activity" style={{ marginTop: 32 }}>
            <h2 id="settings-activity" className={uiClasses.heading}>
              {t("organization.activity")}
            </h2>
            {activity}
          </section>
        )}
      </div>
    </FormPage>
  );
}
