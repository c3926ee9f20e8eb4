// The form of a rate in a dialog, opened by `?edit=new` or `?edit=<id>`.
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { itemQuery } from "../../../api/queries";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { correctionFields, newRateFields } from "./rateFields";

type Props = { edit: string; onClose: () => void };

export function RateDialog({ edit, onClose }: Props) {
  const t = useTranslate();
  if (edit !== "new") return <CorrectionDialog id={edit} onClose={onClose} />;
  return (
    <FormModal opened title={t("exchange_rates.enter")} onClose={onClose}>
      <ResourceForm
        formKey="exchange-rates/new"
        path="/exchange-rates"
        fields={newRateFields}
        submitLabel={t("exchange_rates.enter")}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}

function CorrectionDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslate();
  const locale = useLocale();
  const { data: rate } = useQuery({ ...itemQuery("/exchange-rates/{id}", id), staleTime: 0 });
  const title = rate
    ? t("exchange_rates.correct_title", {
        currency: rate.currency,
        day: formatDate(rate.valid_on, locale),
      })
    : t("exchange_rates.correct");
  return (
    <FormModal opened title={title} onClose={onClose}>
      {rate ? (
        <ResourceForm
          key={rate.api_id}
          formKey={`exchange-rates/${rate.api_id}`}
          path="/exchange-rates"
          fields={correctionFields}
          record={rate}
          submitLabel={t("exchange_rates.correct")}
          onSaved={onClose}
          onCancel={onClose}
        />
      ) : (
        <Skeleton height={240} />
      )}
    </FormModal>
  );
}
