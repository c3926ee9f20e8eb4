// Records an amendment of a project's amount, and shows the amount with it before it is saved.
import { Text } from "@mantine/core";
import { useMemo } from "react";
import type { AmountHistory } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { addDecimals, formatMoney } from "../../../lib/money";
import { useToday } from "../../../session/today";
import { FormModal } from "../../../ui/form/FormModal";
import { type FormValues, textOf } from "../../../ui/form/fields";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { type AmendedKind, amendmentFields } from "./amendmentFields";

const AMOUNT = /^-?\d+(\.\d+)?$/;

type Props = {
  id: string;
  kind: AmendedKind;
  currency: string;
  history: AmountHistory;
  onClose: () => void;
};

export function AmendmentForm({ id, kind, currency, history, onClose }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  const fields = useMemo(() => amendmentFields(kind), [kind]);
  const newTotal = (values: FormValues) => {
    const difference = textOf(values.amount);
    if (history.total === undefined || !AMOUNT.test(difference)) return null;
    const amount = addDecimals([history.total.amount, difference]);
    return (
      <Text size="sm" role="status">
        {t("amendments.new_total", { amount: formatMoney({ amount, currency }, locale) })}
      </Text>
    );
  };
  return (
    <FormModal opened title={t(`amendments.dialog.${kind}`)} onClose={onClose}>
      <ResourceForm
        formKey={`projects/${id}/amendments`}
        path="/projects/{id}/amendments"
        params={{ id }}
        fields={fields}
        prefill={{ effective_on: today, currency }}
        extra={{ version: history.version }}
        submitLabel={t(`amendments.save.${kind}`)}
        doneText={t(`amendments.done.${kind}`)}
        renderNote={newTotal}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}
