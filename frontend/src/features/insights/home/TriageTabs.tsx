// The kinds of matters as tabs, with their counts and the money at stake; links, so that each has a URL.
import { IconBellZ } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Triage, TriageRow } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatTick } from "../../../ui/charts/units";
import type { TriageSearch, TriageTab } from "./homeSearch";
import classes from "./Triage.module.css";

type Props = { triage: Triage; search: TriageSearch };

export function TriageTabs({ triage, search }: Props) {
  const t = useTranslate();
  const { kinds, mine, snoozed } = triage;
  const open = kinds.reduce((sum, { count }) => sum + count, 0);
  const tabs: Tab[] = [
    { tab: "all", count: open },
    ...kinds.map(({ kind, count, at_stake }) => ({ tab: kind, count, money: at_stake })),
    // A tab with the same rows as the first says nothing.
    ...(mine > 0 && mine < open ? [{ tab: "mine", count: mine } as const] : []),
    ...(snoozed > 0 ? [{ tab: "snoozed", count: snoozed } as const] : []),
  ];
  const isShown = tabs.some(({ tab }) => tab === search.tab);
  const current: Tab[] = isShown ? [] : [{ tab: search.tab, count: triage.total }];
  return (
    <nav aria-label={t("home.triage.title")} className={classes.tabs}>
      {[...tabs, ...current].map((tab) => (
        <TabLink key={tab.tab} {...tab} isCurrent={tab.tab === search.tab} />
      ))}
    </nav>
  );
}

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
