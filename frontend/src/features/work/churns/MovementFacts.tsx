// The state of MRR in a sentence, and the rates of a period with links to their rows.
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ChurnStatistics, CurrencyMovements, Money } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { addDays, formatDate } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { formatPercent } from "../../../lib/numbers";
import { type Fact, Facts } from "../../../ui/details/Facts";
import { FigureLink, type FigureTarget } from "../../../ui/figures/FigureNotes";
import { Answer, StateSentence } from "../../../ui/layout/StateSentence";
import { LinkedText } from "../../../ui/links/LinkedText";
import { lostLink } from "./analysisLinks";
import { lostText } from "./lostText";
import { type RateName, useRateWords } from "./rateWords";

type MrrRate = "gross_revenue_churn" | "net_revenue_retention";
type Movements = Pick<CurrencyMovements, MrrRate | "later_clients"> & {
  mrr_start: Money;
  mrr_end: Money;
};
type Props = {
  data: ChurnStatistics;
  /** Of one currency, or of all in one currency. */
  movements: Movements;
  /** The movements that a rate adds up. */
  links: Record<MrrRate, FigureTarget | undefined>;
};

export function MovementFacts({ data, movements, links }: Props) {
  const facts = [...useLosses(data), ...useRates(movements, links)];
  return (
    <>
      <MrrSentence data={data} movements={movements} />
      <Facts wide facts={facts} />
    </>
  );
}

function MrrSentence({ data, movements }: Omit<Props, "links">) {
  const t = useTranslate();
  const locale = useLocale();
  const text = t("churns.movements.state", {
    end: formatMoney(movements.mrr_end, locale),
    to: formatDate(data.ends_on, locale),
    start: formatMoney(movements.mrr_start, locale),
    // MRR at the start is that of the day before.
    from: formatDate(addDays(data.starts_on, -1), locale),
  });
  return (
    <StateSentence hasAnswer>
      <LinkedText text={text} parts={{ a: (part) => <Answer>{part}</Answer> }} />
    </StateSentence>
  );
}

function useRates({ later_clients, ...movements }: Movements, links: Props["links"]): Fact[] {
  const t = useTranslate();
  const locale = useLocale();
  const words = useRateWords(later_clients);
  return (["gross_revenue_churn", "net_revenue_retention"] as const).map((name) => {
    const { percent } = movements[name];
    return {
      label: words.label(name),
      help: words.help(name),
      value: (
        <WithNotes link={links[name]} notes={notesOf(words, name, movements[name])}>
          {percent === null ? t("churns.movements.na") : formatPercent(percent, locale)}
        </WithNotes>
      ),
    };
  });
}

/** Clients and retainers, which have no currency. */
function useLosses(data: ChurnStatistics): Fact[] {
  const t = useTranslate();
  const locale = useLocale();
  const words = useRateWords(data.later_clients);
  const fact = (name: "logo_churn" | "project_churn", rows: "lost-clients" | "lost-retainers") => {
    const { lost, at_start, percent } = data[name];
    const { link } = lost > 0 || words.apart(name).length > 0 ? lostLink(data, rows) : {};
    return {
      label: words.label(name),
      help: words.help(name),
      value: (
        <WithNotes link={link} notes={notesOf(words, name, data[name])}>
          {lostText(lost, at_start, percent, t, locale)}
        </WithNotes>
      ),
    };
  };
  return [fact("logo_churn", "lost-clients"), fact("project_churn", "lost-retainers")];
}

type Words = ReturnType<typeof useRateWords>;
type Rate = Parameters<Words["annualized"]>[0];

const notesOf = (words: Words, name: RateName, rate: Rate) => [
  ...words.annualized(rate),
  ...words.apart(name),
];

type Noted = { link: FigureTarget | undefined; notes: string[]; children: ReactNode };

function WithNotes({ link, notes, children }: Noted) {
  const t = useTranslate();
  return (
    <>
      <FigureLink link={link} title={t("churn_analysis.opens")}>
        {children}
      </FigureLink>
      {notes.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
    </>
  );
}
