// Amounts without an exchange rate: table columns by currency, which bars and lines leave out.
import type { Money } from "../../lib/money";

type Sum = { unconverted: readonly Money[] };

/** `label` names the columns; there are none when every amount has a rate. */
export function unconvertedColumns(sums: readonly Sum[], label: string) {
  const currencies = [
    ...new Set(sums.flatMap(({ unconverted }) => unconverted.map(({ currency }) => currency))),
  ];
  return {
    columns: currencies.map((currency) => ({
      label: `${label} (${currency})`,
      unit: { kind: "money", currency } as const,
      tableOnly: true as const,
    })),
    toCells: ({ unconverted }: Sum) =>
      currencies.map(
        (columnCurrency) =>
          unconverted.find(({ currency }) => currency === columnCurrency)?.amount ?? null,
      ),
  };
}
