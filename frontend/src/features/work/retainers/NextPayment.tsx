// The next payment of a retainer that is to be invoiced, with its amount for users who may see it.
import { useQuery } from "@tanstack/react-query";
import { rowsQuery } from "../../../api/queries";
import type { Project } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { useToday } from "../../../session/today";
import { Badge } from "../../../ui/display/Badge";
import { StripCell } from "./StripCell";
import { TabLink } from "./TabLink";

export function NextPayment({ project }: { project: Project }) {
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  const { data, isError } = useQuery(
    rowsQuery("/projects-payments", {
      project: [project.api_id],
      status: ["planned", "ready"],
      sort: "due_on",
      per_page: 1,
    }),
  );
  const label = t("retainers.strip.payment");
  if (data === undefined)
    return <StripCell label={label} value={isError ? t("retainers.strip.failed") : " "} />;
  const payment = data.data[0];
  const link = <TabLink tab="payments">{t("retainers.strip.payments")}</TabLink>;
  if (payment === undefined)
    return (
      <StripCell label={label} value={t("retainers.strip.none")}>
        {link}
      </StripCell>
    );
  const values = { date: formatDate(payment.due_on, locale) };
  return (
    <StripCell
      label={label}
      value={
        <>
          {t("retainers.strip.payment_on", {
            ...values,
            amount: formatMoney(payment.amount, locale),
          })}{" "}
          {payment.due_on < today && (
            <Badge tone="danger">{t("retainers.strip.payment_late")}</Badge>
          )}
        </>
      }
    >
      {link}
    </StripCell>
  );
}
