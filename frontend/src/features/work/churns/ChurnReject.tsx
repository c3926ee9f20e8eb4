// Rejects a recorded churn, with a reason.
import { useState } from "react";
import type { ChurnEvent } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { rejectionFields } from "./rejectionFields";

export function ChurnReject({ event, onClose }: { event: ChurnEvent; onClose: () => void }) {
  const t = useTranslate();
  const { name } = event.project;
  // The decision is about the version that was opened.
  const [version] = useState(event.version);
  return (
    <FormModal opened title={t("churns.reject.title", { name })} onClose={onClose}>
      <ResourceForm
        formKey={`churn-events/${event.api_id}/rejection`}
        path="/churn-events/{id}/rejections"
        params={{ id: event.api_id }}
        fields={rejectionFields}
        extra={{ version }}
        submitLabel={t("churns.reject.action")}
        doneText={t("churns.reject.done", { name })}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}
