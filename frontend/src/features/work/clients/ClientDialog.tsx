// The form of a client in a dialog, opened by `?edit=new` or `?edit=<id>`.
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
    <NewClientDialog onClose={onClose} />
  ) : (
    <EditClientDialog id={edit} onClose={onClose} />
  );
}

function NewClientDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const isAdminArea = useIsAdminArea();
  const open = (id: string) =>
    void navigate({
      to: isAdminArea ? "/admin/clients/$id/view" : "/clients/$id/view",
      params: { id },
    });
  return (
    <FormModal opened title={t("clients.new")} onClose={onClose}>
      <ClientForm onSaved={open} onCancel={onClose} />
    </FormModal>
  );
}

function EditClientDialog({ id, onClose }: { id: string; onClose: () => void }) {
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
