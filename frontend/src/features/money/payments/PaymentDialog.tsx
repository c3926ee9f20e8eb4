// The form of a payment in a dialog, opened by `?edit=new` or `?edit=<id>`.
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataQuery, itemQuery } from "../../../api/queries";
import { PaymentCreate } from "../../../api/shapes/PaymentCreate.gen";
import type { Project } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { defineFields } from "../../../ui/form/fields";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { ClosedMonthNote } from "../../../ui/money/ClosedMonthNote";
import { paymentName } from "../../../ui/money/paymentName";
import { PAYMENTS_PATH } from "./paymentsList";

const FIELDS = defineFields(PaymentCreate, [
  { kind: "text", name: "label", label: "payments.field.label", help: "payments.help.label" },
  { kind: "date", name: "due_on", label: "payments.field.due_on", required: true },
  {
    kind: "money",
    name: "amount",
    label: "payments.field.amount",
    help: "payments.explained.amount",
    currencyField: "currency",
    required: true,
  },
  { kind: "textarea", name: "note", label: "payments.field.note" },
]);

type Props = { edit: string; project: Project; onClose: () => void };

export function PaymentDialog({ edit, project, onClose }: Props) {
  const t = useTranslate();
  if (edit !== "new") return <EditPaymentDialog id={edit} onClose={onClose} />;
  return (
    <FormModal opened title={t("payments.add")} onClose={onClose}>
      <ResourceForm
        formKey={`projects-payments/new/${project.api_id}`}
        path={PAYMENTS_PATH}
        fields={FIELDS}
        prefill={{ currency: project.currency }}
        extra={{ project: project.api_id }}
        submitLabel={t("payments.add")}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}

/** The closed months of the invoices of a payment: another amount changes how much of them bills its project. */
function InvoicedMonths({ id }: { id: string }) {
  const { data } = useQuery({
    ...dataQuery(`${PAYMENTS_PATH}/{id}/allocations`, { params: { id } }),
    throwOnError: false,
  });
  return <ClosedMonthNote days={(data ?? []).map(({ issued_on }) => issued_on)} />;
}

export function EditPaymentDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslate();
  const locale = useLocale();
  const { data: payment } = useQuery({
    ...itemQuery(`${PAYMENTS_PATH}/{id}`, id),
    staleTime: 0,
  });
  const title = payment
    ? t("payments.edit_title", { name: paymentName(payment, locale) })
    : t("payments.do.edit");
  return (
    <FormModal opened title={title} onClose={onClose}>
      {payment ? (
        <ResourceForm
          key={payment.api_id}
          formKey={`projects-payments/${payment.api_id}`}
          path={PAYMENTS_PATH}
          fields={FIELDS}
          record={payment}
          renderNote={({ amount }) =>
            payment.invoice &&
            amount !== payment.amount.amount && <InvoicedMonths id={payment.api_id} />
          }
          onSaved={onClose}
          onCancel={onClose}
        />
      ) : (
        <Skeleton height={320} />
      )}
    </FormModal>
  );
}
