// Adjusts the hours of a period, with a reason; opened by `?edit=<id>`.
import { useQuery } from "@tanstack/react-query";
import { itemQuery } from "../../../api/queries";
import { PeriodUpdate } from "../../../api/shapes/PeriodUpdate.gen";
import type { RetainerPeriod } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { defineFields } from "../../../ui/form/fields";
import { ResourceForm } from "../../../ui/form/ResourceForm";

const PATH = "/retainer-periods";
const FIELDS = defineFields(PeriodUpdate, [
  {
    kind: "hours",
    name: "adjustment",
    label: "retainers.field.adjustment",
    help: "retainers.adjust.help",
    required: true,
  },
  {
    kind: "textarea",
    name: "adjustment_reason",
    label: "retainer_periods.field.adjustment_reason",
    help: "retainers.adjust.reason_help",
  },
]);

type Props = { id: string; nameOf: (period: RetainerPeriod) => string; onClose: () => void };

export function AdjustDialog({ id, nameOf, onClose }: Props) {
  const t = useTranslate();
  const { data: period } = useQuery({ ...itemQuery(`${PATH}/{id}`, id), staleTime: 0 });
  if (period === undefined) return null;
  return (
    <FormModal
      opened
      title={t("retainers.adjust.title", { period: nameOf(period) })}
      onClose={onClose}
    >
      <ResourceForm
        key={id}
        formKey={`retainer-periods/${id}`}
        path={PATH}
        fields={FIELDS}
        record={period}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}
