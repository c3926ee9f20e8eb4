// The sums of the listed invoices, per currency: two currencies are never added.
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import type { Query } from "../../../api/wire";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney, isZeroMoney } from "../../../lib/money";
import { listQuery } from "../../../ui/table/listSearch";
import { useListState } from "../../../ui/table/useListState";
import classes from "./Invoices.module.css";
import { invoicesList } from "./invoicesList";

const NAMES = ["total", "balance", "unreconciled"] as const;

export function InvoiceTotals() {
  const t = useTranslate();
  const locale = useLocale();
  const { search } = useListState(invoicesList);
  const { page: _, per_page: __, sort: ___, ...filters } = listQuery(invoicesList, search);
  // The list's filters are those of the sums.
  const query = filters as Query<"/invoice-totals">;
  const { data } = useQuery(dataQuery("/invoice-totals", { query }));
  return (
    <p className={classes.totals} aria-live="polite" aria-busy={data === undefined}>
      {NAMES.map((name) => {
        const amounts = (data?.currencies ?? [])
          .map((sums) => sums[name])
          .filter((amount) => !isZeroMoney(amount))
          .map((amount) => formatMoney(amount, locale));
        return (
          amounts.length > 0 && (
            <span key={name}>
              {t(`invoices.field.${name}`)} <strong>{amounts.join(" · ")}</strong>
            </span>
          )
        );
      })}
    </p>
  );
}
