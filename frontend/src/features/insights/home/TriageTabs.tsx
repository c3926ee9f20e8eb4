// The kinds of matters as tabs, with their counts and the money at stake; links, so that each has a URL.
import { IconBellZ } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Triage, TriageRow } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatTick } from "../../../ui/charts/units";
import type { TriageSearch, TriageTab } from "./homeSearch";
import classes from "./Triage.module.css";

/** As many kinds as one line has space for in both languages. */
const MAX_KINDS = 4;
const ALWAYS: readonly TriageTab[] = ["all", "mine", "snoozed"];

type Props = { triage: Triage; search: TriageSearch };

export function TriageTabs({ triage, search }: Props) {
  const t = useTranslate();
  const [areAllShown, showAll] = useState(false);
  const { kinds, mine, snoozed } = triage;
  const open = kinds.reduce((sum, { count }) => sum + count, 0);
  const tabs: Tab[] = [
    { tab: "all", count: open },
    ...kinds.map(({ kind, count, at_stake }) => ({ tab: kind, count, money: at_stake })),
    // A tab with the same rows as the first says nothing.
    ...(mine > 0 && mine < open ? [{ tab: "mine", count: mine } as const] : []),
    ...(snoozed > 0 ? [{ tab: "snoozed", count: snoozed } as const] : []),
  ];
  const isKnown = tabs.some(({ tab }) => tab === search.tab);
  const current: Tab[] = isKnown ? [] : [{ tab: search.tab, count: triage.total }];
  const shown = areAllShown ? tabs : tabs.filter(isFirst(tabs, search.tab));
  const rest = tabs.length - shown.length;
  return (
    <nav aria-label={t("home.triage.title")} className={classes.tabs}>
      {[...shown, ...current].map((tab) => (
        <TabLink key={tab.tab} {...tab} isCurrent={tab.tab === search.tab} />
      ))}
      {rest > 0 && (
        <button type="button" className={classes.tab} onClick={() => showAll(true)}>
          {t("home.triage.more_tabs", { count: rest })}
        </button>
      )}
    </nav>
  );
}

/** One line of tabs: those of every kind, the open one, and the kinds with the most money at stake. */
function isFirst(tabs: readonly Tab[], open: TriageTab) {
  const kinds = tabs.filter(({ tab }) => !ALWAYS.includes(tab));
  const first = kinds.sort((one, other) => stakeOf(other) - stakeOf(one)).slice(0, MAX_KINDS);
  const shown = new Set([...ALWAYS, open, ...first.map(({ tab }) => tab)]);
  return ({ tab }: Tab) => shown.has(tab);
}

/** Only to rank. */
const stakeOf = ({ money }: Tab) => Number(money?.amount ?? 0);

type Tab = { tab: TriageTab; count: number; money?: TriageRow["at_stake"] };

function TabLink({ tab, count, money, isCurrent }: Tab & { isCurrent: boolean }) {
  const t = useTranslate();
  const locale = useLocale();
  return (
    <Link
      to="/"
      search={tab === "all" ? {} : { tab }}
      resetScroll={false}
      className={classes.tab}
      aria-current={isCurrent ? "page" : undefined}
      activeOptions={{ exact: true }}
      activeProps={{}}
    >
      {tab === "snoozed" && <IconBellZ size={16} aria-hidden />}
      {t(`home.triage.tab.${tab}`)} <span className={classes.count}>{count}</span>
      {money && (
        <span className={classes.money}>
          {formatTick(Number(money.amount), { kind: "money", currency: money.currency }, locale)}
        </span>
      )}
    </Link>
  );
}
