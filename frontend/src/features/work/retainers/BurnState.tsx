// How the hours of retainers stand, in one sentence; each number opens its rows.
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { BurnTotals } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatHours } from "../../../lib/numbers";
import { Answer } from "../../../ui/layout/StateSentence";
import { LinkedText } from "../../../ui/links/LinkedText";
import { changedSearch, type ListFilters, listFilters } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import { GROUP_LEVELS, type Group, totalsOf } from "./burnTotals";

type Filters = Pick<ListFilters<"/retainer-burns">, "level" | "runs_out">;

/** `isOtherView`: the rows are in the view of hours used, not on this page. */
type Props = { totals: BurnTotals; isOtherView?: boolean };

type Part = { name: string; text: string; filters: Filters };

export function BurnState({ totals, isOtherView = false }: Props) {
  return usePartsOf(totals).map(({ name, text, filters }, index) => {
    const chosen = listFilters("/retainer-burns", filters);
    const search = isOtherView
      ? { view: "burn", ...chosen }
      : changedSearch({ page: undefined, open: undefined, ...chosen });
    /** A link that shows these rows, from the first page on; that of the first part is the answer. */
    const link = (words: string) => {
      const shown = (
        <Link to="." search={search} resetScroll={false} className={uiClasses.link}>
          {words}
        </Link>
      );
      return index === 0 ? <Answer>{shown}</Answer> : shown;
    };
    return (
      <Fragment key={name}>
        {index > 0 && " "}
        <LinkedText text={text} parts={{ a: link }} />
      </Fragment>
    );
  });
}

/** The parts that have retainers. Those that run out are among those to watch. */
function usePartsOf(totals: BurnTotals): Part[] {
  const t = useTranslate();
  const locale = useLocale();
  const [over, watch] = [totalsOf(totals, "over"), totalsOf(totals, "watch")];
  const [ok, unknown] = [totalsOf(totals, "ok"), totalsOf(totals, "unknown")];
  const ofLevels = (group: Group) => ({ level: [...GROUP_LEVELS[group]], runs_out: undefined });
  const overText = Number(over.overHours) > 0 ? "over" : "used_up";
  const hours = formatHours(over.overHours, locale);
  const parts = [
    {
      name: "over",
      count: over.retainers,
      text: t(`retainers.state.${overText}`, { count: over.retainers, hours }),
      filters: ofLevels("over"),
    },
    {
      name: "watch",
      count: watch.retainers,
      text: t("retainers.state.watch", { count: watch.retainers }),
      filters: ofLevels("watch"),
    },
    {
      name: "runs_out",
      count: watch.runsOut,
      text: t("retainers.state.runs_out", { count: watch.runsOut, watched: watch.retainers }),
      filters: { level: undefined, runs_out: true },
    },
    {
      name: "ok",
      count: ok.retainers,
      text: t("retainers.state.ok", { count: ok.retainers }),
      filters: ofLevels("ok"),
    },
    {
      name: "unknown",
      count: unknown.retainers,
      text: t("retainers.state.unknown", { count: unknown.retainers }),
      filters: ofLevels("unknown"),
    },
  ];
  return parts.filter(({ count }) => count > 0);
}
