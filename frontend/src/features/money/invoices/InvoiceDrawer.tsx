// One invoice with its payments, in a drawer.
import { optionalItemQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Invoice } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDecimal } from "../../../lib/numbers";
import { usePermissions } from "../../../session/permissions";
import { type Fact, Facts } from "../../../ui/details/Facts";
import { SideDrawer } from "../../../ui/dialogs/SideDrawer";
import { DateText } from "../../../ui/display/DateText";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { ProjectLink } from "../../../ui/links/RecordLinks";
import { MoneyText } from "../../../ui/money/MoneyText";
import { SourceLink, SyncedText } from "../../../ui/services/SourceLinks";
import { AgingText } from "./AgingText";
import { BilledPayments } from "./BilledPayments";
import { FollowUp } from "./FollowUp";
import { InvoiceClient } from "./invoiceCells";
import { Payments } from "./Payments";

export function InvoiceDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslate();
  const {
    data: invoice,
    isError,
    error,
    refetch,
  } = useQuery(optionalItemQuery("/invoices/{id}", id));
  const title = t("receivables.invoice.title", {
    number: invoice?.number || t("invoices.no_number"),
  });
  return (
    <SideDrawer title={title} width="max(32vw, 400px)" onClose={onClose}>
      {invoice && <InvoiceDetail invoice={invoice} />}
      {!invoice &&
        (isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={320} />)}
    </SideDrawer>
  );
}

function useInvoiceFacts(invoice: Invoice): Fact[] {
  const t = useTranslate();
  const locale = useLocale();
  const amounts = (["subtotal", "tax", "total", "balance"] as const)
    .filter((name) => invoice[name] !== undefined)
    .map((name) => ({
      label: t(`invoices.field.${name}`),
      value: <MoneyText money={invoice[name]} />,
    }));
  return [
    {
      label: t("invoices.field.status"),
      value: <StatusBadge enumName="invoice_status" value={invoice.status} />,
    },
    { label: t("invoices.field.client"), value: <InvoiceClient invoice={invoice} /> },
    { label: t("invoices.field.project"), value: <ProjectLink project={invoice.project} /> },
    { label: t("invoices.field.issued_on"), value: <DateText on={invoice.issued_on} /> },
    { label: t("invoices.field.due_on"), value: <DateText on={invoice.due_on} /> },
    { label: t("invoices.field.aging_bucket"), value: <AgingText invoice={invoice} /> },
    ...amounts,
    ...(invoice.exchange_rate === null
      ? []
      : [
          {
            label: t("invoices.field.exchange_rate"),
            value: formatDecimal(invoice.exchange_rate, locale, 2, 8),
          },
        ]),
    { label: t("invoices.field.external_id"), value: invoice.external_id },
  ];
}

function InvoiceDetail({ invoice }: { invoice: Invoice }) {
  const t = useTranslate();
  const { can } = usePermissions();
  return (
    <Stack gap="lg">
      <Facts facts={useInvoiceFacts(invoice)} />
      <section aria-label={t("receivables.invoice.payments")}>
        <Text fw={600} component="h3" size="sm" mb="xs">
          {t("receivables.invoice.payments")}
        </Text>
        <Payments payments={invoice.payments} />
      </section>
      {can("payments.view") && <BilledPayments invoiceId={invoice.api_id} />}
      <FollowUp invoice={invoice} />
      <Text size="sm" component="div">
        <SourceLink service="quickbooks" url={invoice.source_url} />
        <Text size="xs" c="dimmed" component="div">
          <SyncedText service="quickbooks" at={invoice.synced_at} deletedAt={invoice.deleted_at} />
        </Text>
      </Text>
    </Stack>
  );
}
