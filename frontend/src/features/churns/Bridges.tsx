// From the MRR at the start to that at the end, a waterfall per currency: two currencies are never added.
import { Stack } from "@mantine/core";
import type { CurrencyMovements } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatMoney } from "../../lib/money";
import { formatPercent } from "../../lib/numbers";
import { useEnumOptions } from "../../session/enumOptions";
import { Waterfall } from "../../ui/charts/Waterfall";
import { Facts } from "../../ui/Facts";
import { Section } from "../../ui/Section";

const LINES = [
  "mrr_start",
  "new",
  "expansion",
  "reactivation",
  "contraction",
  "churn",
  "mrr_end",
] as const;
const SUMS: ReadonlySet<string> = new Set(["mrr_start", "mrr_end"]);
const LOSSES: ReadonlySet<string> = new Set(["contraction", "churn"]);

type Props = { row: CurrencyMovements; source: string };

export function Bridges({ rows, source }: { rows: readonly CurrencyMovements[]; source: string }) {
  return rows.map((row) => <Bridge key={row.currency} row={row} source={source} />);
}

function Bridge({ row, source }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const name = t("churns.movements.of_currency", { currency: label("currency", row.currency) });
  const rate = (percent: string | null) =>
    percent === null ? t("churns.movements.na") : formatPercent(percent, locale);
  return (
    <Section title={name}>
      <Stack gap="md">
        <BridgeChart row={row} source={source} />
        <Facts
          wide
          facts={[
            {
              label: t("churns.movements.gross_revenue_churn"),
              value: rate(row.gross_revenue_churn.percent),
              help: t("churns.analysis.help.gross_revenue_churn"),
            },
            {
              label: t("churns.movements.net_revenue_retention"),
              value: rate(row.net_revenue_retention.percent),
              help: t("churns.analysis.help.net_revenue_retention"),
            },
          ]}
        />
      </Stack>
    </Section>
  );
}

/** What was lost is taken away: its sign is a mark before it, and its word says so too. */
function signed(row: CurrencyMovements, line: (typeof LINES)[number]): string {
  const { amount } = row[line];
  return LOSSES.has(line) && Number(amount) !== 0 ? `-${amount}` : amount;
}

function BridgeChart({ row, source }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const unit = { kind: "money", currency: row.currency } as const;
  return (
    <Waterfall
      name={row.currency.toLowerCase()}
      title={t("churns.movements.bridge", { currency: label("currency", row.currency) })}
      help={t("churns.analysis.help.bridge")}
      summary={t("churns.movements.summary", {
        start: formatMoney(row.mrr_start, locale),
        end: formatMoney(row.mrr_end, locale),
      })}
      source={source}
      sums={SUMS}
      data={{
        of: t("churns.movements.line"),
        columns: [{ label: t("churns.movements.amount"), unit }],
        rows: LINES.map((line) => ({
          key: line,
          label: t(`churns.movements.${line}`),
          cells: [signed(row, line)],
        })),
      }}
    />
  );
}
