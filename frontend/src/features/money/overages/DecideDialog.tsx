// Decides what becomes of the hours over of a month.
import { Text } from "@mantine/core";
import { useMemo } from "react";
import type { Overage } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { monthOfYear } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { formatHours } from "../../../lib/numbers";
import { useEnumOptions } from "../../../session/enumOptions";
import { useToday } from "../../../session/today";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { decisionFields } from "./decisionFields";

type Props = { month: Overage; onClose: () => void };

export function DecideDialog({ month, onClose }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  const fields = useMemo(() => decisionFields(month), [month]);
  const { api_id, can, project, rate, rate_source, undecided_hours: hours } = month;
  const currency = rate?.currency;
  const title = t("overages.decide.title", {
    name: project.name,
    month: monthOfYear(month.starts_on, locale),
  });
  return (
    <FormModal opened title={title} onClose={onClose}>
      <Worth month={month} />
      <ResourceForm
        formKey={`retainer-overages/${api_id}`}
        path="/retainer-overages/{id}/decisions"
        params={{ id: api_id }}
        fields={fields}
        prefill={{
          ...(can[0] ? { kind: can[0] } : {}),
          hours,
          due_on: today,
          ...(currency ? { currency } : {}),
          ...(rate && rate_source === "effective" ? { rate } : {}),
        }}
        extra={{ undecided_hours: hours }}
        doneText={t("overages.decide.done")}
        submitLabel={t("overages.decide.save")}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}

/** What the hours are worth, and at which rate. */
function Worth({ month }: { month: Overage }) {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const { undecided_hours, rate, rate_source, undecided_amount } = month;
  const hours = formatHours(undecided_hours, locale);
  return (
    <Text size="sm" c="dimmed" mb="md">
      {rate && rate_source && undecided_amount
        ? t("overages.decide.worth", {
            hours,
            rate: formatMoney(rate, locale),
            source: label("overage_rate_source", rate_source),
            amount: formatMoney(undecided_amount, locale),
          })
        : t("overages.decide.hours", { hours })}
    </Text>
  );
}
