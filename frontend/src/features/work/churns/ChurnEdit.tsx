// Corrects an unconfirmed loss, and confirms it in the same change where asked.
import { useState } from "react";
import type { ChurnEvent } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { ChurnConsequences } from "./ChurnConsequences";
import { churnFields } from "./churnFields";

type Props = { event: ChurnEvent; confirms: boolean; onClose: () => void };

export function ChurnEdit({ event, confirms, onClose }: Props) {
  const t = useTranslate();
  const { name } = event.project;
  const params = { id: event.api_id };
  // Saving compares with the version that was opened.
  const [opened] = useState(event);
  const title = t(confirms ? "churns.correct_and_confirm.title" : "churns.edit_title", { name });
  return (
    <FormModal opened title={title} onClose={onClose}>
      <ResourceForm
        formKey={`churn-events/${event.api_id}`}
        path="/churn-events"
        fields={churnFields}
        record={opened}
        renderNote={(values) =>
          values.effective_on !== opened.effective_on && (
            <ChurnConsequences
              path="/churn-events/{id}/change-previews"
              id={event.api_id}
              values={values}
            />
          )
        }
        onSaved={onClose}
        onCancel={onClose}
        {...(confirms && {
          endpoint: {
            path: "/churn-events/{id}/confirmations",
            params,
            method: "post",
            readAt: { path: "/churn-events/{id}", params },
          },
          submitLabel: t("churns.correct_and_confirm.action"),
          doneText: t("churns.confirm.done", { name }),
        })}
      />
    </FormModal>
  );
}
