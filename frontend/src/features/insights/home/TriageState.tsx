// How things stand, in a sentence: the money at stake, and the matter to begin with.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Triage } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { addMoney, formatMoney } from "../../../lib/money";
import { StateSentence } from "../../../ui/layout/StateSentence";
import { LinkedText } from "../../../ui/links/LinkedText";
import uiClasses from "../../../ui/ui.module.css";
import { parseTriageSearch } from "./homeSearch";
import { recordLink } from "./matterLinks";
import { triageQuery } from "./queries";

export function TriageState() {
  const { data } = useQuery(triageQuery(parseTriageSearch({})));
  return <StateSentence>{data && <Sentence triage={data} />}</StateSentence>;
}

function Sentence({ triage: { kinds, rows } }: { triage: Triage }) {
  const t = useTranslate();
  const locale = useLocale();
  const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
  const [first] = rows;
  if (first === undefined) return t("home.triage.none");
  // What a client promised is part of what is overdue.
  const amounts = kinds.flatMap(({ kind, at_stake }) =>
    kind !== "promise" && at_stake ? [at_stake] : [],
  );
  if (amounts.length === 0 || first.at_stake === null) {
    return t("home.triage.state_without_money", { count });
  }
  const name = first.client?.name ?? first.name ?? t("home.triage.unmatched");
  const link = recordLink(first);
  return (
    <LinkedText
      text={t("home.triage.state", {
        amount: formatMoney(addMoney(amounts), locale),
        count,
        name,
        first: formatMoney(first.at_stake, locale),
      })}
      parts={{
        b: (text) => <strong>{text}</strong>,
        a: (text) =>
          link ? (
            <Link {...link} className={uiClasses.link}>
              {text}
            </Link>
          ) : (
            text
          ),
      }}
    />
  );
}
