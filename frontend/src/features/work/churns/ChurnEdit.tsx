// Corrects a loss that nobody has confirmed yet.
import { useState } from "react";
import type { ChurnEvent } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { churnFields } from "./churnFields";

export function ChurnEdit({ event, onClose }: { event: ChurnEvent; onClose: () => void }) {
  const t = useTranslate();
  // What was opened stays what is edited: a newer version met on saving is shown beside it.
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
