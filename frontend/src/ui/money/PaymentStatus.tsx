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
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatMoney } from "../../lib/money";
import { useEnumOptions } from "../../session/enumOptions";
import { useToday } from "../../session/today";
import { EnumBadge, type EnumStyles } from "../display/EnumBadge";
import classes from "../ui.module.css";

const STYLES: EnumStyles<Payment["status"]> = {
  planned: ["neutral", IconCalendar],
  ready: ["info", IconSend],
  partially_invoiced: ["warning", IconCircleHalf2],
  invoiced: ["info", IconFileInvoice],
  partially_paid: ["warning", IconCircleHalf2],
  paid: ["success", IconCircleCheck],
  invoice_voided: ["danger", IconAlertTriangle],
  invoice_deleted: ["danger", IconAlertTriangle],
  skipped: ["neutral", IconBan],
  written_off: ["danger", IconCircleX],
};

type PaymentState = Pick<Payment, "status" | "reason" | "due_on" | "open_amount">;

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

/** The reason for a write-off, what is left to invoice, what a missing invoice needs, or that it is past due. */
function useDetail({ status, reason, due_on, open_amount }: PaymentState): string | null {
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  if (status === "invoice_voided" || status === "invoice_deleted") return t("payments.relink");
  if (status === "partially_invoiced")
    return t("payments.left", { amount: formatMoney(open_amount, locale) });
  if (status === "planned" || status === "ready")
    return due_on < today ? t("payments.day_passed") : null;
  return reason;
}
