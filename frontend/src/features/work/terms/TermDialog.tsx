// Records a dated term of a retainer; shows what it changes before it is saved.
import type { ProjectTerm } from "../../../api/types";
import type { Body } from "../../../api/wire";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { type FormValues, textOf, visibleFields } from "../../../ui/form/fields";
import { creationPayload } from "../../../ui/form/payload";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { Consequences } from "./Consequences";
import { previewedFields, TERM_OF_ACTION, type TermAction, termFields } from "./termFields";
import { useTermName } from "./useTermName";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

type Props = {
  id: string;
  version: number;
  currency: string;
  /** How the present fee is billed. */
  interval: ProjectTerm["billing_interval"];
  action: TermAction;
  day: string;
  /** The term to correct. */
  corrected?: ProjectTerm;
  onClose: () => void;
};

/** The values of a term that are sent, or null while a required one is missing. */
function sentValues(action: TermAction, values: FormValues) {
  const fields = visibleFields(previewedFields(action), values);
  const sent = creationPayload(fields, values);
  const isComplete = fields.every(({ name, required }) => !required || name in sent);
  return isComplete && DAY.test(textOf(values.effective_from)) ? sent : null;
}

/** What the form starts with: the values of the term to correct; its state is not a field. */
function valuesOf(corrected: ProjectTerm | undefined) {
  if (corrected === undefined) return {};
  const { name: _, state: __, ...values } = corrected;
  return values;
}

export function TermDialog(props: Props) {
  const { id, version, currency, interval, action, day, corrected, onClose } = props;
  const t = useTranslate();
  const nameOf = useTermName();
  const term = {
    ...TERM_OF_ACTION[action],
    ...(corrected ? { replaces: corrected.effective_from } : {}),
  };
  const preview = (values: FormValues) => {
    const sent = sentValues(action, values);
    if (sent === null) return null;
    const body = { ...term, ...sent } as Body<"/projects/{id}/term-previews", "post">;
    return <Consequences id={id} request={{ path: "/projects/{id}/term-previews", body }} />;
  };
  return (
    <FormModal
      opened
      title={
        corrected ? t("terms.edit.title", { term: nameOf(corrected) }) : t(`terms.title.${action}`)
      }
      onClose={onClose}
    >
      <ResourceForm
        formKey={`projects/${id}/terms/${action}/${corrected?.effective_from ?? ""}`}
        path="/projects/{id}/terms"
        params={{ id }}
        fields={termFields(action)}
        prefill={{
          effective_from: day,
          currency,
          ...(action === "fee" ? { billing_interval: interval } : {}),
          ...valuesOf(corrected),
        }}
        extra={{ ...term, version }}
        submitLabel={t(`terms.save.${action}`)}
        doneText={t(`terms.done.${action}`)}
        renderNote={preview}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}
