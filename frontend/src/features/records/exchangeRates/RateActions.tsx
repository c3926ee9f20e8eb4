// The actions on a rate: correct it, and delete one entered by hand today.
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { api } from "../../../api/client";
import type { ExchangeRate } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { RecordActions } from "../../../ui/actions/RecordActions";
import type { RecordAction } from "../../../ui/actions/recordAction";

type Props = { rate: ExchangeRate; onCorrect: () => void };

export function RateActions({ rate, onCorrect }: Props) {
  const t = useTranslate();
  const values = { currency: rate.currency, day: formatDate(rate.valid_on, useLocale()) };
  const name = t("exchange_rates.name", values);
  const correct: RecordAction = {
    label: t("exchange_rates.correct"),
    icon: <IconPencil size={16} />,
    open: onCorrect,
  };
  const remove: RecordAction = {
    label: t("exchange_rates.delete.action"),
    icon: <IconTrash size={16} />,
    danger: true,
    irreversible: {
      run: () => api.delete("/exchange-rates/{id}", { params: { id: rate.api_id } }),
      done: t("exchange_rates.delete.done", values),
      confirmation: {
        title: t("exchange_rates.delete.title", values),
        detail: t("exchange_rates.delete.detail"),
      },
    },
  };
  const actions = rate.can.includes("delete") ? [correct, remove] : [correct];
  return (
    <RecordActions
      path="/exchange-rates"
      record={{ api_id: rate.api_id, name }}
      actions={actions}
    />
  );
}
