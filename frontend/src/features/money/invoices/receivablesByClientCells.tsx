// The cells of receivables by client: amounts by currency and bucket, each linked to its invoices.
import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ClientReceivables } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { useEnumOptions } from "../../../session/enumOptions";
import { Absent } from "../../../ui/display/Absent";
import { ClientLink } from "../../../ui/links/RecordLinks";
import { MoneyText } from "../../../ui/money/MoneyText";
import type { CellsOf } from "../../../ui/table/tableModel";
import { ClientFollowUp } from "./ClientFollowUp";
import { ReceivablesLink } from "./ReceivablesLink";
import type { receivablesByClientList } from "./receivablesByClientList";
import type { ReceivablesFilter } from "./receivablesFilter";
import { UnappliedAmount } from "./UnappliedAmount";

type CurrencyLine = ClientReceivables["currencies"][number];
type RowProps = { row: ClientReceivables };

/** The filter of a client's invoices, or of those without a matched client. */
const clientFilter = ({ client }: ClientReceivables): ReceivablesFilter =>
  client ? { client: client.api_id } : { matched: false };

/** The cells of the cards on a phone. */
export const receivablesByClientCells: CellsOf<typeof receivablesByClientList> = {
  client: (row) => <ClientName row={row} />,
  currency: (row) => row.currencies.map(({ currency }) => currency).join(", "),
  buckets: (row) => <Buckets row={row} />,
  unapplied: (row) => (
    <CurrencyLines row={row}>{(line) => <Unapplied row={row} line={line} />}</CurrencyLines>
  ),
  total: (row) => (
    <CurrencyLines row={row}>{(line) => <OwedAmount row={row} line={line} />}</CurrencyLines>
  ),
  converted: (row) => <ConvertedTotal row={row} />,
  follow_up: (row) => <ClientFollowUp row={row} />,
};

export function ClientName({ row: { client } }: RowProps) {
  const t = useTranslate();
  return client ? <ClientLink client={client} /> : t("receivables.by_client.unmatched");
}

type CurrencyLinesProps = { row: ClientReceivables; children: (line: CurrencyLine) => ReactNode };

export function CurrencyLines({ row, children }: CurrencyLinesProps) {
  return (
    <Stack gap={4}>
      {row.currencies.map((line) => (
        <div key={line.currency}>{children(line)}</div>
      ))}
    </Stack>
  );
}

/** The buckets with an amount. */
function Buckets({ row }: RowProps) {
  const { label } = useEnumOptions();
  return (
    <CurrencyLines row={row}>
      {(line) =>
        line.buckets
          .filter(({ invoices }) => invoices > 0)
          .map((bucket) => (
            <Group key={bucket.bucket} justify="flex-end" gap={8}>
              <span>{label("aging_bucket", bucket.bucket)}</span>
              <OwedAmount row={row} line={line} bucket={bucket} />
            </Group>
          ))
      }
    </CurrencyLines>
  );
}

type OwedAmountProps = RowProps & {
  line: CurrencyLine;
  /** Without a bucket: the total of the currency. */
  bucket?: CurrencyLine["buckets"][number] | undefined;
};

export function OwedAmount({ row, line, bucket }: OwedAmountProps) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const { invoices } = bucket ?? line;
  if (invoices === 0) return bucket ? <Absent /> : <MoneyText money={line.total} />;
  const client = row.client?.name ?? t("receivables.by_client.unmatched");
  const bucketLabel = bucket ? label("aging_bucket", bucket.bucket) : t("invoices.field.total");
  const name = t("receivables.by_client.show", {
    client,
    count: invoices,
    bucket: bucketLabel,
    currency: line.currency,
  });
  const filter = {
    ...clientFilter(row),
    currency: line.currency,
    ...(bucket && { aging_bucket: bucket.bucket }),
  };
  return (
    <ReceivablesLink name={name} filter={filter}>
      <MoneyText money={bucket?.amount ?? line.total} />
    </ReceivablesLink>
  );
}

/** The total of a currency, with what was deducted from it. */
export function NetTotal({ row, line }: RowProps & { line: CurrencyLine }) {
  const t = useTranslate();
  return (
    <>
      <OwedAmount row={row} line={line} />
      {Number(line.unapplied.amount) !== 0 && (
        <Text size="xs" c="dimmed">
          {t("invoices.field.unapplied")} <Unapplied row={row} line={line} />
        </Text>
      )}
    </>
  );
}

function Unapplied({ row, line }: RowProps & { line: CurrencyLine }) {
  const t = useTranslate();
  const client = row.client?.name ?? t("receivables.by_client.unmatched");
  return (
    <UnappliedAmount
      money={line.unapplied}
      name={t("receivables.unapplied.show_of", { client, currency: line.currency })}
      filter={{ ...clientFilter(row), currency: line.currency }}
    />
  );
}

export function ConvertedTotal({ row }: RowProps) {
  const t = useTranslate();
  const locale = useLocale();
  const client = row.client?.name ?? t("receivables.by_client.unmatched");
  return (
    <>
      <ReceivablesLink
        name={t("receivables.by_client.show_all", { client, count: row.invoices })}
        filter={clientFilter(row)}
      >
        <strong>
          <MoneyText money={row.total} />
        </strong>
      </ReceivablesLink>
      {row.unconverted.map((money) => (
        <Text key={money.currency} size="xs" c="var(--regie-warning-text)">
          {t("receivables.by_client.unconverted", { amount: formatMoney(money, locale) })}
        </Text>
      ))}
    </>
  );
}
