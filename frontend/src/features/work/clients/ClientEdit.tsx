// Edits a client on its own page.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { itemQuery } from "../../../api/queries";
import { useTranslate } from "../../../i18n/translate";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { FormPage } from "../../../ui/form/FormPage";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { useIsAdminArea } from "../../../ui/links/area";
import { ClientForm } from "./ClientForm";
import { canEdit } from "./clientFields";

export function ClientEdit({ id }: { id: string }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const isAdminArea = useIsAdminArea();
  const { data: client } = useQuery(itemQuery("/clients/{id}", id));
  const back = () =>
    void navigate({
      to: isAdminArea ? "/admin/clients/$id/view" : "/clients/$id/view",
      params: { id },
    });
  if (client === undefined) return <DetailSkeleton />;
  return (
    <FormPage>
      <PageTitle>{t("clients.edit_title", { name: client.name })}</PageTitle>
      {canEdit(client) ? (
        <ClientForm key={client.api_id} client={client} onSaved={back} onCancel={back} />
      ) : (
        <Forbidden />
      )}
    </FormPage>
  );
}
