// The MRR bridge of one currency as a waterfall: currencies are never added.
import type { ChurnStatistics, CurrencyMovements } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { addDays } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { useEnumOptions } from "../../../session/enumOptions";
import { Waterfall } from "../../../ui/charts/Waterfall";
import uiClasses from "../../../ui/ui.module.css";
import { movementsLink } from "./analysisLinks";
import {
  SINGLE_CURRENCY_LINES,
  type SingleCurrencyLine,
  TOTAL_LINES,
  withSign,
} from "./bridgeLines";

type Rows = { data: ChurnStatistics; row: CurrencyMovements };

/** The link to the movements of a line; for MRR on a day, all movements until that day. */
export function linesLink({ data, row }: Rows, kinds: readonly SingleCurrencyLine[]) {
  const { rows, starts_on, ends_on } = data;
  const currencyFilter = { of_currency: row.currency };
  const linkBase = { rows, currency: row.currency };
  const [line] = kinds;
  const movementKinds = kinds.filter((kind) => kind !== "mrr_start" && kind !== "mrr_end");
  if (line === "mrr_start")
    return movementsLink(linkBase, { ends_on: addDays(starts_on, -1) }, currencyFilter);
  if (line === "mrr_end") return movementsLink(linkBase, { ends_on }, currencyFilter);
  return movementsLink(
    linkBase,
    { starts_on, ends_on },
    { ...currencyFilter, kind: movementKinds },
  );
}

export function CurrencyBridge({ source, ...rows }: Rows & { source: string }) {
  const { row } = rows;
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const unit = { kind: "money", currency: row.currency } as const;
  return (
    <div className={uiClasses.card}>
      <Waterfall
        name={row.currency.toLowerCase()}
        title={t("churns.movements.bridge", { currency: label("currency", row.currency) })}
        help={t("churn_analysis.help.bridge")}
        summary={t("churns.movements.summary", {
          start: formatMoney(row.mrr_start, locale),
          end: formatMoney(row.mrr_end, locale),
        })}
        source={source}
        totals={TOTAL_LINES}
        data={{
          rowKind: t("mrr_movements.field.kind"),
          columns: [{ label: t("mrr_movements.field.amount"), unit }],
          rows: SINGLE_CURRENCY_LINES.map((line) => ({
            key: line,
            label: t(`churns.movements.${line}`),
            cells: [withSign(line, row[line].amount)],
            ...linesLink(rows, [line]),
          })),
        }}
      />
    </div>
  );
}
