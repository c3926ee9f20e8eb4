// One invoice and its payments, beside the list it was opened from.
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Drawer.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/Skeleton.css";
import { Drawer, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { itemQuery } from "../../api/queries";
import type { Invoice } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { DateText } from "../../ui/DateText";
import { type Fact, Facts } from "../../ui/Facts";
import { FailedPart } from "../../ui/FailedPart";
import { MoneyText } from "../../ui/MoneyText";
import { ProjectLink } from "../../ui/RecordLinks";
import { SourceLink, SyncedText } from "../../ui/SourceLinks";
import { StatusBadge } from "../../ui/StatusBadge";
import classes from "../../ui/ui.module.css";
import { AgingText } from "./AgingText";
import { InvoiceClient } from "./invoiceCells";
import { Payments } from "./Payments";

export function InvoiceDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslate();
  const { data: invoice, isError, refetch } = useQuery(itemQuery<Invoice>("/invoices", id));
  const title = t("invoices.detail_title", {
    number: invoice?.number || t("invoices.no_number"),
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(100vw, max(32vw, 400px))"
      title={title}
      classNames={{ title: classes.dialogTitle }}
      closeButtonProps={{ "aria-label": t("ui.close", { title }) }}
    >
      {invoice && <InvoiceDetail invoice={invoice} />}
      {!invoice && (isError ? <FailedPart retry={refetch} /> : <Skeleton height={320} />)}
    </Drawer>
  );
}

function useInvoiceFacts(invoice: Invoice): Fact[] {
  const t = useTranslate();
  const money = (["subtotal", "tax", "total", "balance"] as const)
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
    ...money,
  ];
}

function InvoiceDetail({ invoice }: { invoice: Invoice }) {
  const t = useTranslate();
  return (
    <Stack gap="lg">
      <Facts facts={useInvoiceFacts(invoice)} />
      <section aria-label={t("invoices.payments")}>
        <Text fw={600} component="h3" size="sm" mb="xs">
          {t("invoices.payments")}
        </Text>
        <Payments payments={invoice.payments} />
      </section>
      <Text size="sm" component="div">
        <SourceLink service="quickbooks" url={invoice.source_url} />
        <Text size="xs" c="dimmed" component="div">
          <SyncedText service="quickbooks" at={invoice.synced_at} gone={invoice.deleted_at} />
        </Text>
      </Text>
    </Stack>
  );
}
