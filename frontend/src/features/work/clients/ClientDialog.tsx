// A client's form over the list, opened by the address: `?edit=new` or `?edit=<id>`.
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { itemQuery } from "../../../api/queries";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { useIsAdminArea } from "../../../ui/links/area";
import { ClientForm } from "./ClientForm";

type Props = { edit: string; onClose: () => void };

export function ClientDialog({ edit, onClose }: Props) {
  return edit === "new" ? (
    <NewClient onClose={onClose} />
  ) : (
    <EditedClient id={edit} onClose={onClose} />
  );
}

function NewClient({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const admin = useIsAdminArea();
  const open = (id: string) =>
    void navigate({
      to: admin ? "/admin/clients/$id/view" : "/clients/$id/view",
      params: { id },
    });
  return (
    <FormModal opened title={t("clients.new")} onClose={onClose}>
      <ClientForm onSaved={open} onCancel={onClose} />
    </FormModal>
  );
}

function EditedClient({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslate();
  const { data: client } = useQuery(itemQuery("/clients/{id}", id));
  const title = client ? t("clients.edit_title", { name: client.name }) : t("clients.edit");
  return (
    <FormModal opened title={title} onClose={onClose}>
      {client ? (
        <ClientForm key={client.api_id} client={client} onSaved={onClose} onCancel={onClose} />
      ) : (
        <Skeleton height={320} />
      )}
    </FormModal>
  );
}
