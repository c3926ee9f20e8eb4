// The form to give recognition; unsaved input is stored as a draft.
import type { Ref } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { awardFields } from "./awardFields";

type Props = {
  /** The receiver or the value of the page that opens the dialog. */
  prefill: { receiver?: Ref; core_value?: Ref };
  onClose: () => void;
};

export function GiveRecognitionDialog({ prefill, onClose }: Props) {
  const t = useTranslate();
  return (
    <FormModal opened title={t("recognition.give")} onClose={onClose}>
      <ResourceForm
        formKey="awards/new"
        path="/awards"
        fields={awardFields}
        prefill={{ visibility: "everyone", ...prefill }}
        submitLabel={t("recognition.give")}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}
