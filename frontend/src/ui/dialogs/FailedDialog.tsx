// A dialog whose record could not be loaded; the page stays usable.
import { useTranslate } from "../../i18n/translate";
import { LoadFailure } from "../feedback/LoadFailure";
import { FormModal } from "../form/FormModal";

type Props = { error: unknown; retry: () => unknown; onClose: () => void };

export function FailedDialog({ error, retry, onClose }: Props) {
  const t = useTranslate();
  return (
    <FormModal opened title={t("ui.failed.dialog")} onClose={onClose}>
      <LoadFailure retry={retry} error={error} />
    </FormModal>
  );
}
