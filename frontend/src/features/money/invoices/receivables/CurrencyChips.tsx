// The receivables in each currency; a chip shows only that currency.
import { Link, useSearch } from "@tanstack/react-router";
import type { ReceivablesSummary } from "../../../../api/types";
import { useLocale } from "../../../../i18n/locale";
import { useTranslate } from "../../../../i18n/translate";
import { formatMoney } from "../../../../lib/money";
import { useUserCurrency } from "../../../../session/userCurrency";
import { changedSearch, listFilters } from "../../../../ui/links/screenSearch";
import classes from "./Receivables.module.css";

export function CurrencyChips({ summary }: { summary: ReceivablesSummary }) {
  const t = useTranslate();
  const locale = useLocale();
  const currency = useUserCurrency();
  const { owed_in } = useSearch({ strict: false }) as { owed_in?: string };
  if (summary.currencies.length < 2 && owed_in === undefined) return null;
  const chips = [
    { id: undefined, label: t("receivables.currencies.all", { currency }) },
    ...summary.currencies.map((money) => ({
      id: money.currency,
      label: formatMoney(money, locale),
    })),
  ];
  return (
    <nav aria-label={t("receivables.currencies.label")} className={classes.chips}>
      {chips.map(({ id, label }) => (
        <Link
          key={id ?? ""}
          to="."
          search={changedSearch({
            page: undefined,
            rows: undefined,
            ...listFilters("/receivables-by-client", { owed_in: id }),
          })}
          resetScroll={false}
          className={classes.chip}
          activeProps={{}}
          aria-current={id === owed_in ? "true" : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
