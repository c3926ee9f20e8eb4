// Records that a retainer was won back, and why.
import { useState } from "react";
import type { ChurnEvent } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { winBackFields } from "./winBackFields";

export function ChurnWinBack({ event, onClose }: { event: ChurnEvent; onClose: () => void }) {
  const t = useTranslate();
  const { name } = event.project;
  // The decision is about the version that was opened.
  const [version] = useState(event.version);
  return (
    <FormModal opened title={t("churns.win_back.title", { name })} onClose={onClose}>
      <ResourceForm
        formKey={`churn-events/${event.api_id}/win-back`}
        path="/churn-events/{id}/win-backs"
        params={{ id: event.api_id }}
        fields={winBackFields}
        extra={{ version }}
        submitLabel={t("churns.win_back.action")}
        doneText={t("churns.win_back.done", { name })}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}
