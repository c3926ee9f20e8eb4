// Amounts that have no rate stand in a chart's table in columns of their own, one per currency, and are in no bar or line.
import type { Money } from "../../lib/money";

type Sum = { unconverted: readonly Money[] };

/** `label` says what the columns are; there are none where everything has a rate. */
export function unconvertedColumns(sums: readonly Sum[], label: string) {
  const currencies = [
    ...new Set(sums.flatMap(({ unconverted }) => unconverted.map(({ currency }) => currency))),
  ];
  return {
    columns: currencies.map((currency) => ({
      label: `${label} (${currency})`,
      unit: { kind: "money", currency } as const,
      inTable: true as const,
    })),
    cellsOf: ({ unconverted }: Sum) =>
      currencies.map((own) => unconverted.find(({ currency }) => currency === own)?.amount ?? null),
  };
}
