// From the MRR at the start to that at the end, a table per currency: two currencies are never added.
import { Stack } from "@mantine/core";
import type { CurrencyMovements } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatPercent } from "../../lib/numbers";
import { useEnumOptions } from "../../session/enumOptions";
import { Facts } from "../../ui/Facts";
import { MoneyText } from "../../ui/MoneyText";
import { Section } from "../../ui/Section";
import { SmallTable } from "../../ui/SmallTable";

const LINES = [
  "mrr_start",
  "new",
  "expansion",
  "reactivation",
  "contraction",
  "churn",
  "mrr_end",
] as const;
const LOSSES: ReadonlySet<string> = new Set(["contraction", "churn"]);

export function Bridges({ rows }: { rows: readonly CurrencyMovements[] }) {
  return rows.map((row) => <Bridge key={row.currency} row={row} />);
}

function Bridge({ row }: { row: CurrencyMovements }) {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const name = t("churns.movements.of_currency", { currency: label("currency", row.currency) });
  const rate = (percent: string | null) =>
    percent === null ? t("churns.movements.na") : formatPercent(percent, locale);
  return (
    <Section title={name}>
      <Stack gap="md">
        <SmallTable
          label={name}
          heads={[
            { label: t("churns.movements.line") },
            { label: t("churns.movements.amount"), align: "end" },
          ]}
          rows={LINES.map((line) => ({
            key: line,
            cells: [t(`churns.movements.${line}`), <Amount key="amount" row={row} line={line} />],
          }))}
        />
        <Facts
          wide
          facts={[
            {
              label: t("churns.movements.gross_revenue_churn"),
              value: rate(row.gross_revenue_churn.percent),
              help: t("churns.help.gross_revenue_churn"),
            },
            {
              label: t("churns.movements.net_revenue_retention"),
              value: rate(row.net_revenue_retention.percent),
              help: t("churns.help.net_revenue_retention"),
            },
          ]}
        />
      </Stack>
    </Section>
  );
}

/** What was lost is taken away: its sign is a mark before it, and its word says so too. */
function Amount({ row, line }: { row: CurrencyMovements; line: (typeof LINES)[number] }) {
  const money = row[line];
  const taken = LOSSES.has(line) && Number(money.amount) !== 0;
  return <MoneyText money={taken ? { ...money, amount: `-${money.amount}` } : money} />;
}
