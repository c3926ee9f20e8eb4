// The dialog to set the health of a client, with a reason and a last day.
import type { Client, ClientHealth } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { healthFields } from "./clientFields";

type Props = { client: Client; health: ClientHealth; onClose: () => void };

export function HealthDialog({ client, health, onClose }: Props) {
  const t = useTranslate();
  const record = {
    ...client,
    health: health.set?.level ?? null,
    health_note: health.set?.reason ?? null,
    health_until: health.set?.until ?? null,
  };
  const title = t("client_page.health.title", { name: client.name });
  return (
    <FormModal opened title={title} onClose={onClose}>
      <ResourceForm
        formKey={`clients/${client.api_id}/health`}
        path="/clients"
        fields={healthFields}
        record={record}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}
