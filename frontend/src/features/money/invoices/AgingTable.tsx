// Receivables by currency and bucket; an amount links to its invoices. Currencies are never added.
import { Text } from "@mantine/core";
import type { Aging } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { SmallRows } from "../../../ui/details/SmallRows";
import { Absent } from "../../../ui/display/Absent";
import { MoneyText } from "../../../ui/money/MoneyText";
import { ReceivablesLink } from "./ReceivablesLink";
import { UnappliedAmount } from "./UnappliedAmount";

type CurrencyAging = Aging["currencies"][number];

export function AgingTable({ aging }: { aging: Aging }) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const undatedCount = aging.currencies.reduce((sum, line) => sum + line.without_due_date, 0);
  const [first] = aging.currencies;
  if (first === undefined) return <Text c="dimmed">{t("receivables.nothing_owed")}</Text>;
  return (
    <div>
      <SmallRows
        label={t("receivables.title")}
        heads={[
          { label: t("invoices.field.currency") },
          ...first.buckets.map(({ bucket }) => ({
            label: label("aging_bucket", bucket),
            align: "end" as const,
          })),
          { label: t("invoices.field.unapplied"), align: "end" },
          { label: t("invoices.field.total"), align: "end" },
        ]}
        rows={aging.currencies.map((line) => ({
          key: line.currency,
          cells: [
            label("currency", line.currency),
            ...line.buckets.map((bucket) => (
              <Bucket key={bucket.bucket} line={line} bucket={bucket} />
            )),
            <UnappliedAmount
              key="unapplied"
              money={line.unapplied}
              name={t("receivables.unapplied.show", { currency: line.currency })}
              filter={{ currency: line.currency }}
            />,
            <strong key="total">
              <MoneyText money={line.total} />
            </strong>,
          ],
        }))}
      />
      {undatedCount > 0 && (
        <Text size="sm" c="dimmed" mt={6}>
          {t("receivables.undated", { count: undatedCount })}
        </Text>
      )}
    </div>
  );
}

function Bucket({
  line,
  bucket,
}: {
  line: CurrencyAging;
  bucket: CurrencyAging["buckets"][number];
}) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  if (bucket.invoices === 0) return <Absent />;
  const name = t("receivables.show", {
    count: bucket.invoices,
    bucket: label("aging_bucket", bucket.bucket),
    currency: line.currency,
  });
  return (
    <ReceivablesLink name={name} filter={{ currency: line.currency, aging_bucket: bucket.bucket }}>
      <MoneyText money={bucket.amount} />
    </ReceivablesLink>
  );
}
