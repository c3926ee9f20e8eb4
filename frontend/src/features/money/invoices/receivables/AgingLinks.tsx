// The receivables by age as one strip, in one currency; each bucket filters the list.
import { Link, useSearch } from "@tanstack/react-router";
import type { ReceivablesSummary } from "../../../../api/types";
import { useLocale } from "../../../../i18n/locale";
import { useTranslate } from "../../../../i18n/translate";
import { formatMoney } from "../../../../lib/money";
import { formatPercent } from "../../../../lib/numbers";
import { useEnumOptions } from "../../../../session/enumOptions";
import chartClasses from "../../../../ui/charts/Charts.module.css";
import { changedSearch, listFilters } from "../../../../ui/links/screenSearch";
import classes from "./Receivables.module.css";
import { sharesOf } from "./shares";

export function AgingLinks({ summary }: { summary: ReceivablesSummary }) {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const { aging_bucket } = useSearch({ strict: false }) as { aging_bucket?: string };
  const shares = sharesOf(summary.buckets.map(({ amount }) => amount.amount));
  return (
    <section aria-label={t("receivables.by_age")} className={chartClasses.steps}>
      <div className={`${chartClasses.strip} ${classes.bar}`} aria-hidden>
        {summary.buckets.map(({ bucket }, index) => (
          <div
            key={bucket}
            data-step={index + 1}
            style={{ width: `${(shares[index] ?? 0) * 100}%` }}
          />
        ))}
      </div>
      <ul className={classes.buckets}>
        {summary.buckets.map(({ bucket, amount, invoices }, index) => {
          const isChosen = aging_bucket === bucket;
          return (
            <li key={bucket}>
              <Link
                to="."
                search={changedSearch({
                  page: undefined,
                  rows: undefined,
                  ...listFilters("/receivables-by-client", {
                    aging_bucket: isChosen ? undefined : [bucket],
                  }),
                })}
                resetScroll={false}
                className={classes.bucket}
                activeProps={{}}
                aria-current={isChosen ? "true" : undefined}
              >
                <span className={classes.bucketName}>
                  <span className={chartClasses.swatch} data-step={index + 1} aria-hidden />
                  {label("aging_bucket", bucket)}
                </span>
                <strong className={classes.bucketAmount}>{formatMoney(amount, locale)}</strong>
                <span className={classes.bucketCount}>
                  {t("receivables.bucket_count", {
                    count: invoices,
                    share: formatPercent(((shares[index] ?? 0) * 100).toFixed(0), locale),
                  })}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
