// Receivables by age as one strip per currency; a segment links to its invoices.
import { Stack } from "@mantine/core";
import type { Aging } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { useEnumOptions } from "../../../session/enumOptions";
import { AgingStrip } from "../../../ui/charts/AgingStrip";
import { changedSearch, listFilters } from "../../../ui/links/screenSearch";

type CurrencyAging = Aging["currencies"][number];

export function AgingStrips({ aging }: { aging: Aging }) {
  return (
    <Stack gap="md">
      {aging.currencies.map((line) => (
        <CurrencyStrip key={line.currency} line={line} asOf={aging.as_of} />
      ))}
    </Stack>
  );
}

function CurrencyStrip({ line, asOf }: { line: CurrencyAging; asOf: string }) {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const unit = { kind: "money", currency: line.currency } as const;
  const overdueBuckets = line.buckets.filter(
    ({ bucket, invoices }) => bucket !== "current" && invoices > 0,
  );
  const hasCredits = Number(line.unapplied.amount) !== 0;
  const values = {
    total: formatMoney(line.total, locale),
    unapplied: formatMoney(
      { ...line.unapplied, amount: line.unapplied.amount.replace("-", "") },
      locale,
    ),
    invoices: overdueBuckets.reduce((sum, { invoices }) => sum + invoices, 0),
  };
  return (
    <AgingStrip
      title={t("receivables.strip", { currency: label("currency", line.currency) })}
      name={line.currency.toLowerCase()}
      summary={t(hasCredits ? "receivables.summary_net" : "receivables.summary", values)}
      source={t("receivables.source", { date: formatDate(asOf, locale) })}
      data={{
        rowKind: t("receivables.lateness"),
        columns: [
          { label: t("receivables.amount"), unit },
          { label: t("receivables.invoices"), unit: { kind: "count" }, tableOnly: true },
        ],
        rows: line.buckets.map(({ bucket, amount, invoices }) => ({
          key: bucket,
          label: label("aging_bucket", bucket),
          cells: [amount.amount, String(invoices)],
          link: {
            to: ".",
            search: changedSearch({
              page: undefined,
              ...listFilters("/receivables", { currency: line.currency, aging_bucket: bucket }),
            }),
          },
        })),
      }}
    />
  );
}
