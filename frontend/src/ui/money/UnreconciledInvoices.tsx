// What invoices bill of no scheduled payment: what is to invoice may be lower by it. Opens these invoices.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { dataQuery, runIf } from "../../api/queries";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatMoney, isZeroMoney } from "../../lib/money";
import { usePermissions } from "../../session/permissions";
import { listFilters } from "../links/screenSearch";
import classes from "../ui.module.css";

const OPEN = ["none", "part"] as const;

type Props = {
  /** Of one client and currency; without them, of all that the user sees. */
  client?: string;
  currency?: string;
};

/** Fails in silence: the figures stand without it. */
export function UnreconciledInvoices({ client, currency }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const canSee = usePermissions().can("invoices.view");
  const filters = {
    reconciliation: OPEN,
    ...(client && { client: [client] }),
  };
  const { data } = useQuery({
    ...dataQuery("/invoice-totals", { query: filters }),
    ...runIf(canSee),
  });
  const amounts = (data?.currencies ?? [])
    .map(({ unreconciled }) => unreconciled)
    .filter((amount) => !isZeroMoney(amount) && amount.currency === (currency ?? amount.currency))
    .map((amount) => formatMoney(amount, locale));
  if (amounts.length === 0) return null;
  return (
    <Link
      to="/invoices"
      search={listFilters("/invoices", { ...filters, currency })}
      className={classes.link}
    >
      {t("reconciliation.of_invoices", { amounts: amounts.join(" · ") })}
    </Link>
  );
}
