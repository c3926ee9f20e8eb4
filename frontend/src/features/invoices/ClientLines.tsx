// The clients who owe as a table: a line per currency in each cell, the whole in the reader's own, and the follow-up.
import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ClientReceivables } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatMoney } from "../../lib/money";
import { useEnumOptions } from "../../session/enumOptions";
import { Absent } from "../../ui/Absent";
import { MoneyText } from "../../ui/MoneyText";
import { ClientLink } from "../../ui/RecordLinks";
import { SmallTable } from "../../ui/SmallTable";
import { ClientFollowUp } from "./ClientFollowUp";
import { RowsLink } from "./RowsLink";
import type { Rows } from "./rowsBelow";

type Line = ClientReceivables["currencies"][number];
type Props = { rows: readonly ClientReceivables[]; currency: string };

/** Whose invoices: of a client, or of everybody whom none is matched to. */
const whose = ({ client }: ClientReceivables): Rows =>
  client ? { client: client.api_id } : { matched: "false" };

export function ClientLines({ rows, currency }: Props) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const buckets = rows[0]?.currencies[0]?.buckets ?? [];
  return (
    <SmallTable
      label={t("receivables.by_client.title")}
      heads={[
        { label: t("receivables.by_client.client") },
        { label: t("receivables.by_client.currency") },
        ...buckets.map(({ bucket }) => ({
          label: label("aging_bucket", bucket),
          align: "end" as const,
        })),
        { label: t("receivables.by_client.total"), align: "end" },
        { label: t("receivables.by_client.in_currency", { currency }), align: "end" },
        { label: t("receivables.by_client.follow_up") },
      ]}
      rows={rows.map((row) => ({
        key: row.client?.api_id ?? "nobody",
        cells: [
          <Name key="name" row={row} />,
          <Lines key="currency" of={row}>
            {(line) => line.currency}
          </Lines>,
          ...buckets.map((bucket, place) => (
            <Lines key={bucket.bucket} of={row}>
              {(line) => <Owed row={row} line={line} of={line.buckets[place]} />}
            </Lines>
          )),
          <Lines key="total" of={row}>
            {(line) => <Owed row={row} line={line} />}
          </Lines>,
          <Whole key="whole" row={row} />,
          <ClientFollowUp key="follow_up" row={row} />,
        ],
      }))}
    />
  );
}

function Name({ row: { client } }: { row: ClientReceivables }) {
  const t = useTranslate();
  return client ? <ClientLink client={client} /> : t("receivables.by_client.nobody");
}

function Lines({ of, children }: { of: ClientReceivables; children: (line: Line) => ReactNode }) {
  return (
    <Stack gap={4}>
      {of.currencies.map((line) => (
        <div key={line.currency}>{children(line)}</div>
      ))}
    </Stack>
  );
}

type OwedProps = {
  row: ClientReceivables;
  line: Line;
  /** All of the currency's, where it is no part of it. */
  of?: Line["buckets"][number] | undefined;
};

function Owed({ row, line, of }: OwedProps) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const { invoices } = of ?? line;
  if (invoices === 0) return <Absent />;
  const client = row.client?.name ?? t("receivables.by_client.nobody");
  const bucket = of ? label("aging_bucket", of.bucket) : t("receivables.by_client.total");
  const name = t("receivables.by_client.show", {
    client,
    count: invoices,
    bucket,
    currency: line.currency,
  });
  const rows = {
    ...whose(row),
    currency: line.currency,
    ...(of && { aging_bucket: of.bucket }),
  };
  return (
    <RowsLink name={name} of={rows}>
      <MoneyText money={of?.amount ?? line.total} />
    </RowsLink>
  );
}

function Whole({ row }: { row: ClientReceivables }) {
  const t = useTranslate();
  const locale = useLocale();
  const client = row.client?.name ?? t("receivables.by_client.nobody");
  return (
    <>
      <RowsLink
        name={t("receivables.by_client.show_all", { client, count: row.invoices })}
        of={whose(row)}
      >
        <strong>
          <MoneyText money={row.total} />
        </strong>
      </RowsLink>
      {row.unconverted.map((money) => (
        <Text key={money.currency} size="xs" c="var(--regie-warning-text)">
          {t("receivables.by_client.unconverted", { amount: formatMoney(money, locale) })}
        </Text>
      ))}
    </>
  );
}
