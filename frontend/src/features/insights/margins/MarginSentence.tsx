// The margin of everything that is listed, in one sentence, and what it leaves out.
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import type { MarginTotals } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { formatHours, formatPercent } from "../../../lib/numbers";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { StateSentence } from "../../../ui/layout/StateSentence";
import { LinkedText } from "../../../ui/links/LinkedText";
import { allPagesQuery } from "../../../ui/table/permittedList";
import { useListState } from "../../../ui/table/useListState";
import { type MarginColumn, MarginNumber } from "./MarginNumber";
import { MarginTargetText } from "./MarginTargetText";
import { marginsList } from "./marginsList";

/** The sentence and its basis by width, to avoid layout shifts. */
const SENTENCE_HEIGHT = { base: 128, sm: 84, lg: 56 };

export function MarginSentence() {
  const { search } = useListState(marginsList);
  const query = allPagesQuery(marginsList, search);
  const { data, isError, error, refetch } = useQuery(dataQuery("/margins/totals", { query }));
  if (isError) return <LoadFailure retry={refetch} error={error} />;
  return (
    <Stack gap="xs" mb="md" mih={SENTENCE_HEIGHT}>
      <StateSentence>{data && <Sentence totals={data} />}</StateSentence>
      {data && <Notes totals={data} />}
    </Stack>
  );
}

function Sentence({ totals }: { totals: MarginTotals }) {
  const t = useTranslate();
  const locale = useLocale();
  const { search } = useListState(marginsList);
  const { revenue, margin_percent: percent, hourly_rate: rate } = totals;
  const number = (column: MarginColumn) => (
    <MarginNumber
      figures={totals}
      column={column}
      name={t("shell.nav.margin")}
      query={allPagesQuery(marginsList, search)}
    />
  );
  const texts = [
    t("margin.state.margin", { amount: formatMoney(totals.margin, locale) }),
    t("margin.state.of", {
      percent: percent === null ? "" : formatPercent(percent, locale),
      has: percent === null ? "no" : "yes",
      revenue: formatMoney(revenue, locale),
      from: formatDate(totals.from, locale),
      to: formatDate(totals.as_of, locale),
    }),
    ...(rate === null ? [] : [t("margin.state.rate", { rate: formatMoney(rate, locale) })]),
  ];
  return (
    <LinkedText
      text={texts.join(" ")}
      parts={{
        m: () => <strong>{number("margin")}</strong>,
        p: () => number("margin_percent"),
        r: () => number("revenue"),
        h: () => number("hourly_rate"),
      }}
    />
  );
}

function Notes({ totals }: { totals: MarginTotals }) {
  const t = useTranslate();
  const locale = useLocale();
  const { overhead_percent: overhead, unconverted, missing_rates: missing, target } = totals;
  return (
    <>
      <Text size="sm" c="dimmed">
        {t("margin.state.basis", { overhead: formatPercent(String(overhead), locale) })}{" "}
        {target && <MarginTargetText target={target} />}
      </Text>
      {unconverted.length > 0 && (
        <Text size="sm" fw={500} c="var(--regie-warning-text)" role="note">
          {t("margin.state.unconverted", {
            amounts: unconverted.map((one) => formatMoney(one, locale)).join(" + "),
            count: missing.length,
          })}
        </Text>
      )}
      {Number(totals.hours_without_rate) > 0 && (
        <Text size="sm" fw={500} c="var(--regie-warning-text)" role="note">
          {t("margin.state.without_rate", {
            hours: formatHours(totals.hours_without_rate, locale),
          })}
        </Text>
      )}
    </>
  );
}
