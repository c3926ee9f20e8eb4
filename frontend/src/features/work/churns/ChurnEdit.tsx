// Edits an unconfirmed loss.
import { useState } from "react";
import type { ChurnEvent } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { churnFields } from "./churnFields";

export function ChurnEdit({ event, onClose }: { event: ChurnEvent; onClose: () => void }) {
  const t = useTranslate();
  // Saving compares with the version that was opened.
  const [opened] = useState(event);
  return (
    <FormModal
      opened
      title={t("churns.edit_title", { name: event.project.name })}
      onClose={onClose}
    >
      <ResourceForm
        formKey={`churn-events/${event.api_id}`}
        path="/churn-events"
        fields={churnFields}
        record={opened}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}
