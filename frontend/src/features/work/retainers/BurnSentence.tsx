// How the hours of all retainers stand, in one sentence; each number filters the list below.
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import type { BurnTotals } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatHours } from "../../../lib/numbers";
import { StateSentence } from "../../../ui/layout/StateSentence";
import { LinkedText } from "../../../ui/links/LinkedText";
import { changedSearch, type ListFilters, listFilters } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import { GROUP_LEVELS, totalsOf, useBurnTotals } from "./burnTotals";
import classes from "./Retainers.module.css";

type Filters = Pick<ListFilters<"/retainer-burns">, "level" | "runs_out">;

/** A link that shows these rows, from the first page on. */
const linkTo = (filters: Filters) => (text: string) => {
  const chosen = listFilters("/retainer-burns", {
    level: filters.level,
    runs_out: filters.runs_out,
  });
  const search = changedSearch({ page: undefined, open: undefined, ...chosen });
  return (
    <Link to="." search={search} resetScroll={false} className={uiClasses.link}>
      {text}
    </Link>
  );
};

export function BurnSentence() {
  const t = useTranslate();
  const { data, isError, refetch } = useBurnTotals();
  const retry = (
    <button type="button" className={classes.retry} onClick={() => void refetch()}>
      {t("common.retry")}
    </button>
  );
  return (
    <div className={classes.opening}>
      <StateSentence>
        {isError ? (
          <>
            {t("retainers.state.failed")} {retry}
          </>
        ) : (
          data && <Sentence totals={data} />
        )}
      </StateSentence>
    </div>
  );
}

function Sentence({ totals }: { totals: BurnTotals }) {
  const t = useTranslate();
  const locale = useLocale();
  const [over, watch, ok] = (["over", "watch", "ok"] as const).map((group) =>
    totalsOf(totals, group),
  );
  if (!over || !watch || !ok || over.retainers + watch.retainers + ok.retainers === 0) return null;
  const isOver = Number(over.overHours) > 0;
  const parts: [name: string, part: ReactNode][] = [];
  if (over.retainers > 0)
    parts.push([
      "over",
      <strong key="over">
        <LinkedText
          text={t(isOver ? "retainers.state.over" : "retainers.state.used_up", {
            count: over.retainers,
            hours: formatHours(over.overHours, locale),
          })}
          parts={{ a: linkTo({ level: [...GROUP_LEVELS.over] }) }}
        />
      </strong>,
    ]);
  if (watch.runsOut > 0)
    parts.push([
      "runs_out",
      <LinkedText
        key="runs_out"
        text={t("retainers.state.runs_out", { count: watch.runsOut })}
        parts={{ a: linkTo({ runs_out: true }) }}
      />,
    ]);
  if (ok.retainers > 0)
    parts.push([
      "ok",
      <LinkedText
        key="ok"
        text={t("retainers.state.ok", { count: ok.retainers })}
        parts={{ a: linkTo({ level: [...GROUP_LEVELS.ok] }) }}
      />,
    ]);
  return parts.map(([name, part], index) => (
    <Fragment key={name}>
      {index > 0 && " "}
      {part}
    </Fragment>
  ));
}
