// What is to be invoiced to each client, by kind, converted at today's rates.
import { Link } from "@tanstack/react-router";
import type { ClientToInvoice } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney, isZeroMoney } from "../../../lib/money";
import { formatInteger } from "../../../lib/numbers";
import { useToday } from "../../../session/today";
import { Absent } from "../../../ui/display/Absent";
import { listFilters } from "../../../ui/links/screenSearch";
import { type PaymentKind, toInvoiceSearch } from "../../../ui/links/toInvoice";
import { MoneyText } from "../../../ui/money/MoneyText";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import type { CellsOf } from "../../../ui/table/tableModel";
import classes from "../../../ui/ui.module.css";
import { clientsToInvoiceList } from "./clientsList";

type Row = { row: ClientToInvoice };

function OfPayments({ row, kind }: Row & { kind: PaymentKind }) {
  const today = useToday();
  const amount = row.by_kind[kind];
  if (!amount || isZeroMoney(amount)) return <Absent />;
  const search = {
    ...toInvoiceSearch(kind, today),
    ...listFilters("/projects-payments", { client: [row.client.api_id] }),
  };
  return (
    <Link to="/billing" search={search} className={classes.link}>
      <MoneyText money={amount} />
    </Link>
  );
}

function OfOthers({ row, kind }: Row & { kind: "extra_work" | "hours_over" }) {
  const amount = row.by_kind[kind];
  if (!amount || isZeroMoney(amount)) return <Absent />;
  const client = [row.client.api_id];
  const search =
    kind === "extra_work"
      ? listFilters("/extra-work-to-invoice", { client })
      : listFilters("/retainer-overages", { client, state: ["undecided"] });
  return (
    <Link to="/billing" search={{ ...search, tab: kind }} className={classes.link}>
      <MoneyText money={amount} />
    </Link>
  );
}

function Amounts({ row }: Row) {
  const locale = useLocale();
  return row.amounts.map((amount) => formatMoney(amount, locale)).join(" · ");
}

function Lines({ row }: Row) {
  return formatInteger(row.lines, useLocale());
}

function Client({ row: { client } }: Row) {
  const search = listFilters("/projects-payments", { client: [client.api_id] });
  return (
    <Link to="/billing" search={search} className={classes.link}>
      {client.name}
    </Link>
  );
}

const cells: CellsOf<typeof clientsToInvoiceList> = {
  client: (row) => <Client row={row} />,
  lines: (row) => <Lines row={row} />,
  late: (row) => <OfPayments row={row} kind="late" />,
  soon: (row) => <OfPayments row={row} kind="soon" />,
  later: (row) => <OfPayments row={row} kind="later" />,
  again: (row) => <OfPayments row={row} kind="again" />,
  extra_work: (row) => <OfOthers row={row} kind="extra_work" />,
  hours_over: (row) => <OfOthers row={row} kind="hours_over" />,
  amounts: (row) => <Amounts row={row} />,
  converted: ({ converted }) => <MoneyText money={converted} />,
};

export function ClientsPanel() {
  const t = useTranslate();
  return (
    <ResourceTable
      list={clientsToInvoiceList}
      cells={cells}
      label={t("billing.clients")}
      empty={{ title: t("billing.clients_none"), detail: t("billing.clients_none_detail") }}
    />
  );
}
