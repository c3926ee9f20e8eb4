// Edits a team.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { itemQuery } from "../../../api/queries";
import { useTranslate } from "../../../i18n/translate";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { FormPage } from "../../../ui/form/FormPage";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { isFullTeam } from "./isFullTeam";
import { teamFields } from "./teamFields";

export function TeamEdit({ id }: { id: string }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { data: team } = useQuery(itemQuery("/teams/{id}", id));
  const back = () => void navigate({ to: "/admin/teams/$id/view", params: { id } });
  if (team === undefined) return <DetailSkeleton />;
  return (
    <FormPage>
      <PageTitle>{t("teams.edit_title", { name: team.name })}</PageTitle>
      {isFullTeam(team) && team.can.includes("edit") ? (
        <ResourceForm
          key={team.api_id}
          formKey={`teams/${team.api_id}`}
          path="/teams"
          fields={teamFields}
          record={team}
          onSaved={back}
          onCancel={back}
        />
      ) : (
        <Forbidden />
      )}
    </FormPage>
  );
}
