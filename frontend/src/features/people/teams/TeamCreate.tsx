// Creates a team.
import { useNavigate } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { FormPage } from "../../../ui/form/FormPage";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { teamFields } from "./teamFields";

export function TeamCreate() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { can } = usePermissions();
  if (!can("teams.edit")) return <Forbidden page={t("teams.new")} />;
  return (
    <FormPage>
      <PageTitle>{t("teams.new")}</PageTitle>
      <ResourceForm
        formKey="teams/new"
        path="/teams"
        fields={teamFields}
        submitLabel={t("teams.create")}
        onSaved={({ api_id }) =>
          void navigate({ to: "/admin/teams/$id/view", params: { id: api_id } })
        }
        onCancel={() => void navigate({ to: "/admin/teams" })}
      />
    </FormPage>
  );
}
