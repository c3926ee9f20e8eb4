// The organization's defaults for new projects, and how churn counts.
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { FormPage } from "../../../ui/form/FormPage";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { projectSettingsFields } from "./projectSettingsFields";
import { SettingsForm } from "./SettingsForm";

export function ProjectSettingsPage() {
  const t = useTranslate();
  const { can } = usePermissions();
  if (!can("settings.edit")) return <Forbidden page={t("organization.project_settings")} />;
  return (
    <FormPage>
      <PageTitle
        actions={
          <ButtonLink variant="default" to="/projects">
            {t("organization.all_projects")}
          </ButtonLink>
        }
      >
        {t("organization.project_settings")}
      </PageTitle>
      <SettingsForm formKey="settings/projects" fields={projectSettingsFields} />
    </FormPage>
  );
}
