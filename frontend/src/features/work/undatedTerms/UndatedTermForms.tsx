// Dates an undated term, or dismisses it with a reason.
import { useState } from "react";
import type { UndatedTerm } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { datingFields, dismissalFields } from "./undatedTermFields";

type Props = { term: UndatedTerm; name: string; onClose: () => void };

export function DateTerm({ term, name, onClose }: Props) {
  const t = useTranslate();
  // The decision is about the version that was opened.
  const [version] = useState(term.version);
  return (
    <FormModal opened title={t("undated_terms.date.title", { name })} onClose={onClose}>
      <ResourceForm
        formKey={`undated-terms/${term.api_id}/dating`}
        path="/undated-terms/{id}/datings"
        params={{ id: term.api_id }}
        fields={datingFields(term)}
        extra={{ version }}
        submitLabel={t("undated_terms.date.action")}
        doneText={t("undated_terms.date.done")}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}

export function DismissTerm({ term, name, onClose }: Props) {
  const t = useTranslate();
  const [version] = useState(term.version);
  return (
    <FormModal opened title={t("undated_terms.dismiss.title", { name })} onClose={onClose}>
      <ResourceForm
        formKey={`undated-terms/${term.api_id}/dismissal`}
        path="/undated-terms/{id}/dismissals"
        params={{ id: term.api_id }}
        fields={dismissalFields}
        extra={{ version }}
        submitLabel={t("undated_terms.dismiss.action")}
        doneText={t("undated_terms.dismiss.done")}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}
