// The dialog that records terms.
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import { FormModal } from "../form/FormModal";

type Props = { onClose: () => void; children: ReactNode };

export function TermDialog({ onClose, children }: Props) {
  const t = useTranslate();
  return (
    <FormModal opened title={t("dated_terms.record")} onClose={onClose}>
      {children}
    </FormModal>
  );
}
