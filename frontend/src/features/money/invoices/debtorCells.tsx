// What a client owed, piece by piece: by currency and part of aging, each leading to its invoices; a line per currency.
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
import type { debtorsList } from "./debtorsList";
import { ReceivablesLink } from "./ReceivablesLink";
import type { ReceivablesFilter } from "./receivablesFilter";

type Line = ClientReceivables["currencies"][number];
type OfRow = { row: ClientReceivables };

/** Whose invoices: of a client, or of everybody whom none is matched to. */
const whose = ({ client }: ClientReceivables): ReceivablesFilter =>
  client ? { client: client.api_id } : { matched: false };

/** On a phone, a client a card. */
export const debtorCells: CellsOf<typeof debtorsList> = {
  client: (row) => <Debtor row={row} />,
  currency: (row) => row.currencies.map(({ currency }) => currency).join(", "),
  buckets: (row) => <Parts row={row} />,
  total: (row) => <Lines of={row}>{(line) => <Owed row={row} line={line} />}</Lines>,
  converted: (row) => <Whole row={row} />,
  follow_up: (row) => <ClientFollowUp row={row} />,
};

export function Debtor({ row: { client } }: OfRow) {
  const t = useTranslate();
  return client ? <ClientLink client={client} /> : t("receivables.by_client.unmatched");
}

type LinesProps = { of: ClientReceivables; children: (line: Line) => ReactNode };

export function Lines({ of, children }: LinesProps) {
  return (
    <Stack gap={4}>
      {of.currencies.map((line) => (
        <div key={line.currency}>{children(line)}</div>
      ))}
    </Stack>
  );
}

/** The parts in which something is owed, each with its name. */
function Parts({ row }: OfRow) {
  const { label } = useEnumOptions();
  return (
    <Lines of={row}>
      {(line) =>
        line.buckets
          .filter(({ invoices }) => invoices > 0)
          .map((part) => (
            <Group key={part.bucket} justify="flex-end" gap={8}>
              <span>{label("aging_bucket", part.bucket)}</span>
              <Owed row={row} line={line} of={part} />
            </Group>
          ))
      }
    </Lines>
  );
}

type OwedProps = OfRow & {
  line: Line;
  /** All of the currency's, where it is no part of it. */
  of?: Line["buckets"][number] | undefined;
};

export function Owed({ row, line, of }: OwedProps) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const { invoices } = of ?? line;
  if (invoices === 0) return <Absent />;
  const client = row.client?.name ?? t("receivables.by_client.unmatched");
  const bucket = of ? label("aging_bucket", of.bucket) : t("invoices.field.total");
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
    <ReceivablesLink name={name} of={rows}>
      <MoneyText money={of?.amount ?? line.total} />
    </ReceivablesLink>
  );
}

export function Whole({ row }: OfRow) {
  const t = useTranslate();
  const locale = useLocale();
  const client = row.client?.name ?? t("receivables.by_client.unmatched");
  return (
    <>
      <ReceivablesLink
        name={t("receivables.by_client.show_all", { client, count: row.invoices })}
        of={whose(row)}
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
