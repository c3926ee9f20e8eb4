// What needs a decision, ranked by the money at stake: tabs with counts, one line for each client's matter.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Triage } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { parseTriageSearch, type TriageSearch } from "./homeSearch";
import { MatterRow } from "./MatterRow";
import { listLink } from "./matterLists";
import { OldDeals } from "./OldDeals";
import { triageQuery } from "./queries";
import { useOpenSetup } from "./setup";
import classes from "./Triage.module.css";
import { TriageCounters } from "./TriageCounters";
import { TriageTabs } from "./TriageTabs";

export function TriageList() {
  const t = useTranslate();
  const search = parseTriageSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const query = { ...triageQuery(search), placeholderData: keepPreviousData };
  const { data, isError, error, refetch, isPlaceholderData } = useQuery(query);
  return (
    <section aria-label={t("home.triage.title")}>
      {data === undefined ? (
        isError ? (
          <LoadFailure retry={refetch} error={error} />
        ) : (
          <Skeleton className={classes.pending} aria-busy="true" />
        )
      ) : (
        <>
          <TriageCounters counters={data.counters} uninvoiced={data.uninvoiced} />
          <TriageTabs triage={data} search={search} />
          <div aria-busy={isPlaceholderData}>
            <Matters triage={data} search={search} />
          </div>
        </>
      )}
    </section>
  );
}

type Props = { triage: Triage; search: TriageSearch };

function Matters({ triage, search }: Props) {
  const t = useTranslate();
  const list = useRef<HTMLUListElement>(null);
  const { rows, total, old_deals } = triage;
  const leaving = useRef<number | null>(null);
  const none = useOpenSetup() ? "home.triage.none_yet" : "home.triage.none";
  const nothing = search.tab === "all" ? none : "home.triage.none_here";
  // The row that takes the place of one that leaves the list has the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect follows the rows
  useEffect(() => {
    if (leaving.current === null) return;
    const items = [...(list.current?.children ?? [])];
    items[Math.min(leaving.current, items.length - 1)]?.querySelector("a")?.focus();
    leaving.current = null;
  }, [rows]);
  return (
    <>
      {search.tab === "old_deals" && old_deals.length > 0 && <OldDeals deals={old_deals} />}
      {rows.length === 0 ? (
        <p className={classes.nothing}>
          <IconCircleCheck size={20} aria-hidden />
          {t(nothing)}
        </p>
      ) : (
        <ul ref={list} aria-label={t("home.triage.title")} className={classes.rows}>
          {rows.map((row, index) => (
            <MatterRow
              key={`${row.kind}/${row.record}`}
              row={row}
              today={triage.as_of}
              onLeave={() => {
                leaving.current = index;
              }}
            />
          ))}
        </ul>
      )}
      <Footer triage={triage} isComplete={rows.length >= total} search={search} />
    </>
  );
}

function Footer({ triage, isComplete, search }: Props & { isComplete: boolean }) {
  const t = useTranslate();
  const { rows, total, currency, old_deals, kinds } = triage;
  const list = listLink(search.tab, useCurrentUser());
  const hasMoney = kinds.some(({ at_stake }) => at_stake !== null);
  return (
    <div className={classes.footer}>
      {!isComplete && (
        <Link
          to="/"
          search={(before) => ({ ...before, view: "all" })}
          resetScroll={false}
          className={classes.link}
        >
          {t("home.triage.show_all", { shown: rows.length, count: total })}
        </Link>
      )}
      {list && (
        <Link {...list} className={classes.link}>
          {t("home.triage.open_list")}
        </Link>
      )}
      {search.tab !== "old_deals" && old_deals.length > 0 && (
        <Link to="/" search={{ tab: "old_deals" }} resetScroll={false} className={classes.link}>
          {t("home.triage.old_deals", { count: old_deals.length })}
        </Link>
      )}
      {rows.length > 0 && (
        <Text size="xs" c="dimmed">
          {hasMoney ? t("home.triage.at_stake_help", { currency }) : t("home.triage.order_help")}
        </Text>
      )}
    </div>
  );
}
