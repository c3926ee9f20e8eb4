// A dialogue whose record could not be fetched: what it would have been about is said, and the page stands.
import { useTranslate } from "../../i18n/translate";
import { FailedPart } from "../feedback/FailedPart";
import { FormModal } from "../form/FormModal";

type Props = { error: unknown; retry: () => unknown; onClose: () => void };

export function FailedDialog({ error, retry, onClose }: Props) {
  const t = useTranslate();
  return (
    <FormModal opened title={t("ui.failed.dialog")} onClose={onClose}>
      <FailedPart retry={retry} error={error} />
    </FormModal>
  );
}
