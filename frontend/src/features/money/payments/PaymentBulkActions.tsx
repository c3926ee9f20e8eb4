// The bulk actions on payments.
import {
  IconArrowBackUp,
  IconBan,
  IconCalendarDue,
  IconCheck,
  IconFileInvoice,
} from "@tabler/icons-react";
import { PaymentDecision, PaymentDecisionValues } from "../../../api/shapes/PaymentDecision.gen";
import type { Payment } from "../../../api/types";
import type { Schemas } from "../../../api/wire";
import { useLocale } from "../../../i18n/locale";
import { defineFields } from "../../../ui/form/fields";
import { paymentName } from "../../../ui/money/paymentName";
import { BulkActions } from "../../../ui/selection/BulkActions";
import type { BulkAction, BulkProps } from "../../../ui/selection/bulk";
import { NumberedInvoiceMonths } from "./NumberedInvoiceMonths";
import { QuickbooksExport } from "./QuickbooksExport";

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
  {
    path,
    requires: ["payments.edit"],
    label: "payment_bulk.invoiced.action",
    appliesTo: ({ can }) => can.includes("link"),
    icon: IconFileInvoice,
    done: "payment_bulk.invoiced.done",
    fields: defineFields(PaymentDecision, [
      {
        kind: "text",
        name: "invoice_number",
        label: "payments.field.invoice_number",
        help: "payment_bulk.invoiced.help",
        required: true,
      },
    ]),
    renderNote: ({ invoice_number }, props) => (
      <NumberedInvoiceMonths
        number={typeof invoice_number === "string" ? invoice_number : ""}
        {...props}
      />
    ),
  },
  {
    path,
    requires: ["payments.edit"],
    label: "payment_bulk.postpone.action",
    appliesTo: ({ can }) => can.includes("edit"),
    icon: IconCalendarDue,
    done: "payment_bulk.postpone.done",
    fields: defineFields(PaymentDecision, [
      { kind: "date", name: "due_on", label: "payments.field.due_on", required: true },
    ]),
  },
];

export function PaymentBulkActions(props: BulkProps<Payment>) {
  const locale = useLocale();
  return (
    <>
      <BulkActions
        {...props}
        actions={actions}
        nameOf={(payment) => paymentName(payment, locale)}
      />
      <QuickbooksExport count={props.count} read={props.read} />
    </>
  );
}
