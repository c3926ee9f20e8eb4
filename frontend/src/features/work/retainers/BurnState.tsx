// How the hours of retainers stand, in one sentence; each number opens its rows.
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import type { BurnTotals } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatHours } from "../../../lib/numbers";
import { Answer } from "../../../ui/layout/StateSentence";
import { LinkedText } from "../../../ui/links/LinkedText";
import { changedSearch, type ListFilters, listFilters } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import { GROUP_LEVELS, totalsOf } from "./burnTotals";

type Filters = Pick<ListFilters<"/retainer-burns">, "level" | "runs_out">;

/** `isOtherView`: the rows are in the view of hours used, not on this page. */
type Props = { totals: BurnTotals; isOtherView?: boolean };

export function BurnState({ totals, isOtherView = false }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  /** A link that shows these rows, from the first page on. */
  const linkTo = ({ level, runs_out }: Filters, isAnswer = false) =>
    function FilterLink(text: string) {
      const chosen = listFilters("/retainer-burns", { level, runs_out });
      const search = isOtherView
        ? { view: "burn", ...chosen }
        : changedSearch({ page: undefined, open: undefined, ...chosen });
      const link = (
        <Link to="." search={search} resetScroll={false} className={uiClasses.link}>
          {text}
        </Link>
      );
      return isAnswer ? <Answer>{link}</Answer> : link;
    };
  const over = totalsOf(totals, "over");
  const watch = totalsOf(totals, "watch");
  const ok = totalsOf(totals, "ok");
  const unknown = totalsOf(totals, "unknown");
  const isOver = Number(over.overHours) > 0;
  const parts: [name: string, part: ReactNode][] = [];
  if (over.retainers > 0)
    parts.push([
      "over",
      <LinkedText
        key="over"
        text={t(isOver ? "retainers.state.over" : "retainers.state.used_up", {
          count: over.retainers,
          hours: formatHours(over.overHours, locale),
        })}
        parts={{ a: linkTo({ level: [...GROUP_LEVELS.over] }, true) }}
      />,
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
        parts={{ a: linkTo({ level: [...GROUP_LEVELS.ok] }, over.retainers === 0) }}
      />,
    ]);
  if (unknown.retainers > 0)
    parts.push([
      "unknown",
      <LinkedText
        key="unknown"
        text={t("retainers.state.unknown", { count: unknown.retainers })}
        parts={{ a: linkTo({ level: [...GROUP_LEVELS.unknown] }, parts.length === 0) }}
      />,
    ]);
  return parts.map(([name, part], index) => (
    <Fragment key={name}>
      {index > 0 && " "}
      {part}
    </Fragment>
  ));
}
