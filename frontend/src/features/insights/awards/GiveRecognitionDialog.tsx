// Gives somebody a value: to whom, which one and why; what was begun is kept as a draft.
import type { Ref } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { awardFields } from "./awardFields";

type Props = {
  /** Who is already chosen, by the page that it is opened on. */
  given: { receiver?: Ref; core_value?: Ref };
  onClose: () => void;
};

export function GiveRecognitionDialog({ given, onClose }: Props) {
  const t = useTranslate();
  return (
    <FormModal opened title={t("recognition.give")} onClose={onClose}>
      <ResourceForm
        formKey="awards/new"
        path="/awards"
        fields={awardFields}
        prefill={{ visibility: "everyone", ...given }}
        submitLabel={t("recognition.give")}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}
