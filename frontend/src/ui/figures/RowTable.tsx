// The records of a figure as a table, with their amounts and exchange rates.
import type { ReactNode } from "react";
import type { DashboardRow } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDate } from "../../lib/dates";
import { formatDecimal } from "../../lib/numbers";
import { SmallRows } from "../details/SmallRows";
import { Absent } from "../display/Absent";
import { ClientLink } from "../links/RecordLinks";
import { MoneyText } from "../money/MoneyText";
import { RecordLink } from "./RecordLink";

type TableProps = {
  label: string;
  rows: readonly DashboardRow[];
  /** The currency of converted amounts; without it, amounts are in their own. */
  currency: string | undefined;
  /** The name of a row's part of the figure. */
  groupText?: (row: DashboardRow) => ReactNode;
};

export function RowTable({ label, rows, currency, groupText }: TableProps) {
  const t = useTranslate();
  const locale = useLocale();
  const hasGroups = groupText !== undefined && new Set(rows.map(({ group }) => group)).size > 1;
  const isMoney = rows.some((row) => row.amount !== null);
  const isShare = rows.some((row) => row.value !== null);
  const hasClients = rows.some((row) => row.client !== null && row.kind !== "client");
  const heads = [
    { label: t("dashboard.row.record") },
    ...(hasClients ? [{ label: t("dashboard.row.client") }] : []),
    ...(hasGroups ? [{ label: t("dashboard.row.group") }] : []),
    { label: t("dashboard.row.day") },
    ...(isMoney
      ? [
          { label: t("dashboard.row.amount"), align: "end" as const },
          ...(currency === undefined
            ? []
            : [
                { label: t("dashboard.row.rate"), align: "end" as const },
                { label: t("dashboard.row.converted", { currency }), align: "end" as const },
              ]),
        ]
      : []),
    ...(isShare ? [{ label: t("dashboard.row.share"), align: "end" as const }] : []),
  ];
  const cells = (row: DashboardRow) => [
    <RecordLink key="record" kind={row.kind} record={row.record} />,
    ...(hasClients ? [<ClientLink key="client" client={row.client} />] : []),
    ...(hasGroups ? [groupText(row)] : []),
    <span key="on" style={{ whiteSpace: "nowrap" }}>
      {formatDate(row.on, locale)}
    </span>,
    ...(isMoney
      ? [
          <MoneyText key="amount" money={row.amount} />,
          ...(currency === undefined ? [] : [rateText(row), converted(row)]),
        ]
      : []),
    ...(isShare ? [shareText(row)] : []),
  ];
  const rateText = (row: DashboardRow) =>
    row.rate && row.rate_on ? (
      <span title={formatDate(row.rate_on, locale)}>{formatDecimal(row.rate, locale, 4, 6)}</span>
    ) : (
      <Absent />
    );
  const converted = (row: DashboardRow) =>
    row.converted ? <MoneyText money={row.converted} /> : t("dashboard.row.no_rate");
  const shareText = ({ kind, value, of }: DashboardRow) => {
    const formatPart = (part: string | null) => formatDecimal(part ?? "0", locale, 0, 4);
    const messageKey = kind === "goal" ? "dashboard.values.weight" : "dashboard.values.hours";
    return t(messageKey, { value: formatPart(value), of: formatPart(of) });
  };
  return (
    <SmallRows
      label={label}
      heads={heads}
      rows={rows.map((row, index) => ({
        key: `${row.record?.api_id}/${row.on}/${row.group}/${index}`,
        cells: cells(row),
      }))}
    />
  );
}
