// The lists that a role watches without ranking their records, each with its count.
import { Link } from "@tanstack/react-router";
import type { Triage } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { counterLink } from "./matterLists";
import classes from "./Triage.module.css";

export function TriageCounters({ counters, uninvoiced }: Pick<Triage, "counters" | "uninvoiced">) {
  const t = useTranslate();
  const seesHours = usePermissions().can("retainers.view");
  if (counters.length === 0 && uninvoiced === 0 && !seesHours) return null;
  return (
    <nav aria-label={t("home.triage.counters")} className={classes.counters}>
      {counters.map(({ counter, count }) => (
        <Link key={counter} {...counterLink(counter)} className={classes.link}>
          {t(`home.triage.counter.${counter}`, { count })}
        </Link>
      ))}
      {seesHours && (
        <Link to="/projects/retainer" search={{ view: "burn" }} className={classes.link}>
          {t("home.triage.counter.hours_left")}
        </Link>
      )}
      {uninvoiced > 0 && (
        <Link to="/" search={{ tab: "uninvoiced" }} resetScroll={false} className={classes.link}>
          {t("home.triage.counter.uninvoiced", { count: uninvoiced })}
        </Link>
      )}
    </nav>
  );
}
