// MRR bridges as waterfalls, one per currency: currencies are never added.
import { Stack, Text } from "@mantine/core";
import type { ChurnStatistics, CurrencyMovements } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { addDays } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { formatPercent } from "../../../lib/numbers";
import { useEnumOptions } from "../../../session/enumOptions";
import { Waterfall } from "../../../ui/charts/Waterfall";
import { Facts } from "../../../ui/details/Facts";
import { FigureLink } from "../../../ui/figures/FigureNotes";
import { Section } from "../../../ui/layout/Section";
import { movementsLink } from "./analysisLinks";
import {
  DEDUCTED_LINES,
  RETENTION_LINES,
  SINGLE_CURRENCY_LINES,
  type SingleCurrencyLine,
  TOTAL_LINES,
  withSign,
} from "./bridgeLines";
import { useRateWords } from "./rateWords";

type Props = { data: ChurnStatistics; row: CurrencyMovements; source: string };

export function Bridges({ data, source }: Omit<Props, "row">) {
  return data.currencies.map((row) => (
    <CurrencyBridge key={row.currency} data={data} row={row} source={source} />
  ));
}

/** The link to the movements of a line; for MRR on a day, all movements until that day. */
function linesLink({ data, row }: Omit<Props, "source">, kinds: readonly SingleCurrencyLine[]) {
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

function CurrencyBridge(props: Props) {
  const { row } = props;
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const name = t("churns.movements.of_currency", { currency: label("currency", row.currency) });
  const words = useRateWords(row.later_clients);
  const rate = (
    name: "gross_revenue_churn" | "net_revenue_retention",
    kinds: readonly SingleCurrencyLine[],
  ) => {
    const { percent } = row[name];
    const notes = [...words.annualized(row[name]), ...words.apart(name)];
    return (
      <>
        <FigureLink link={linesLink(props, kinds).link} title={t("churn_analysis.opens")}>
          {percent === null ? t("churns.movements.na") : formatPercent(percent, locale)}
        </FigureLink>
        {notes.map((note) => (
          <Text key={note} size="xs" c="dimmed">
            {note}
          </Text>
        ))}
      </>
    );
  };
  return (
    <Section title={name}>
      <Stack gap="md">
        <BridgeChart {...props} />
        <Facts
          wide
          facts={[
            {
              label: words.label("gross_revenue_churn"),
              value: rate("gross_revenue_churn", DEDUCTED_LINES),
              help: words.help("gross_revenue_churn"),
            },
            {
              label: words.label("net_revenue_retention"),
              value: rate("net_revenue_retention", RETENTION_LINES),
              help: words.help("net_revenue_retention"),
            },
          ]}
        />
      </Stack>
    </Section>
  );
}

function BridgeChart(props: Props) {
  const { row, source } = props;
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const unit = { kind: "money", currency: row.currency } as const;
  return (
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
          ...linesLink(props, [line]),
        })),
      }}
    />
  );
}
