// How receivables stand, in one sentence; each number filters the list.
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import type { ReceivablesSummary } from "../../../../api/types";
import { useLocale } from "../../../../i18n/locale";
import { useTranslate } from "../../../../i18n/translate";
import { formatMoney } from "../../../../lib/money";
import { StateSentence } from "../../../../ui/layout/StateSentence";
import { LinkedText } from "../../../../ui/links/LinkedText";
import { changedSearch, listFilters } from "../../../../ui/links/screenSearch";
import uiClasses from "../../../../ui/ui.module.css";

type Status = ReceivablesSummary["statuses"][number]["status"];

const linked = (status: Status) => (text: string) => (
  <Link
    to="."
    search={changedSearch({
      page: undefined,
      rows: undefined,
      ...listFilters("/receivables-by-client", { status }),
    })}
    resetScroll={false}
    className={uiClasses.link}
    activeProps={{}}
  >
    {text}
  </Link>
);

export function ReceivablesState({ summary }: { summary: ReceivablesSummary }) {
  const t = useTranslate();
  const locale = useLocale();
  const countOf = (status: Status) =>
    summary.statuses.find((one) => one.status === status)?.clients ?? 0;
  const overdue = countOf("overdue");
  const parts: [name: string, part: ReactNode][] = [
    [
      "overdue",
      overdue === 0 ? (
        t("receivables.state.nothing_overdue")
      ) : (
        <strong key="overdue">
          <LinkedText
            text={t("receivables.state.overdue", {
              amount: formatMoney(summary.overdue, locale),
              count: overdue,
            })}
            parts={{ a: linked("overdue") }}
          />
        </strong>
      ),
    ],
    ...(["promise_broken", "no_follow_up", "follow_up_due"] as const)
      .filter((status) => countOf(status) > 0)
      .map((status): [string, ReactNode] => [
        status,
        <LinkedText
          key={status}
          text={t(`receivables.state.${status}`, { count: countOf(status) })}
          parts={{ a: linked(status) }}
        />,
      ]),
  ];
  return (
    <StateSentence>
      {parts.map(([name, part]) => (
        <Fragment key={name}>{part} </Fragment>
      ))}
    </StateSentence>
  );
}
