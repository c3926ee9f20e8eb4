// A payment's status with icon, text and color, and a note when it needs attention.
import {
  IconAlertTriangle,
  IconBan,
  IconCalendar,
  IconCircleCheck,
  IconCircleHalf2,
  IconCircleX,
  IconFileInvoice,
  IconSend,
} from "@tabler/icons-react";
import type { Payment } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { useEnumOptions } from "../../session/enumOptions";
import { useToday } from "../../session/today";
import { EnumBadge, type EnumStyles } from "../display/EnumBadge";
import classes from "../ui.module.css";

const STYLES: EnumStyles<Payment["status"]> = {
  planned: ["neutral", IconCalendar],
  ready: ["info", IconSend],
  invoiced: ["info", IconFileInvoice],
  partially_paid: ["warning", IconCircleHalf2],
  paid: ["success", IconCircleCheck],
  invoice_voided: ["danger", IconAlertTriangle],
  invoice_deleted: ["danger", IconAlertTriangle],
  skipped: ["neutral", IconBan],
  written_off: ["danger", IconCircleX],
};

type PaymentState = Pick<Payment, "status" | "reason" | "due_on">;

export function PaymentStatus({ payment }: { payment: PaymentState }) {
  const { label } = useEnumOptions();
  const detail = useDetail(payment);
  return (
    <>
      <EnumBadge styles={STYLES} value={payment.status}>
        {label("payment_status", payment.status)}
      </EnumBadge>
      {detail && <span className={classes.muted}> {detail}</span>}
    </>
  );
}

/** The reason for a write-off, the action that a missing invoice needs, or that the payment is past due. */
function useDetail({ status, reason, due_on }: PaymentState): string | null {
  const t = useTranslate();
  const today = useToday();
  if (status === "invoice_voided" || status === "invoice_deleted") return t("payments.relink");
  if (status === "planned" || status === "ready")
    return due_on < today ? t("payments.day_passed") : null;
  return reason;
}
