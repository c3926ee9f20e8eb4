// Records a dated term of a retainer; shows what it changes before it is saved.
import type { ProjectTerm } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { type FormValues, textOf } from "../../../ui/form/fields";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { Consequences } from "./Consequences";
import { TERM_OF_ACTION, type TermAction, termFields } from "./termFields";
import { useTermName } from "./useTermName";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

type Props = {
  id: string;
  version: number;
  currency: string;
  action: TermAction;
  day: string;
  /** The term to correct. */
  corrected?: ProjectTerm;
  onClose: () => void;
};

export function TermDialog(props: Props) {
  const { id, version, currency, action, day, corrected, onClose } = props;
  const t = useTranslate();
  const nameOf = useTermName();
  const term = {
    ...TERM_OF_ACTION[action],
    ...(corrected ? { replaces: corrected.effective_from } : {}),
  };
  const preview = (values: FormValues) => {
    const effective_from = textOf(values.effective_from);
    const amount = textOf(values.amount);
    if (!DAY.test(effective_from) || (action === "fee" && !amount)) return null;
    const body = { ...term, effective_from, ...(action === "fee" ? { amount } : {}) };
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
          effective_from: corrected?.effective_from ?? day,
          currency,
          ...(corrected?.amount ? { amount: corrected.amount } : {}),
          ...(corrected?.reason ? { reason: corrected.reason } : {}),
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
