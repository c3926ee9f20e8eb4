// The bulk actions on payments.
import { IconArrowBackUp, IconBan, IconCheck } from "@tabler/icons-react";
import { PaymentDecision, PaymentDecisionValues } from "../../../api/shapes/PaymentDecision.gen";
import type { Payment } from "../../../api/types";
import type { Schemas } from "../../../api/wire";
import { useLocale } from "../../../i18n/locale";
import { defineFields } from "../../../ui/form/fields";
import { paymentName } from "../../../ui/money/paymentName";
import { BulkActions } from "../../../ui/selection/BulkActions";
import type { BulkAction, BulkProps } from "../../../ui/selection/bulk";

type Decision = Schemas["PaymentDecision"];

const path = "/projects-payments/batches";
/** The decision that restores a payment's status. */
function toDecision({ status, reason }: Payment): Decision {
  const previous = PaymentDecisionValues.status.find((value) => value === status);
  return { status: previous ?? "planned", ...(reason ? { reason } : {}) };
}

const actions: readonly BulkAction<Payment>[] = [
  {
    path,
    requires: ["payments.edit", "payments.edit_to_ready"],
    label: "selection.ready.action",
    appliesTo: ({ can }) => can.includes("ready"),
    icon: IconCheck,
    done: "selection.ready.done",
    undo: toDecision,
    change: { status: "ready" },
  },
  {
    path,
    requires: ["payments.edit"],
    label: "selection.planned.action",
    appliesTo: ({ can }) => can.includes("plan") || can.includes("reopen"),
    icon: IconArrowBackUp,
    done: "selection.planned.done",
    undo: toDecision,
    change: { status: "planned" },
  },
  {
    path,
    requires: ["payments.edit"],
    label: "payments.do.skip",
    appliesTo: ({ can }) => can.includes("skip"),
    icon: IconBan,
    done: "selection.skipped.done",
    undo: toDecision,
    always: { status: "skipped" },
    fields: defineFields(PaymentDecision, [
      { kind: "text", name: "reason", label: "payments.field.reason", required: true },
    ]),
  },
];

export function PaymentBulkActions(props: BulkProps<Payment>) {
  const locale = useLocale();
  return (
    <BulkActions {...props} actions={actions} nameOf={(payment) => paymentName(payment, locale)} />
  );
}
