// One goal at a glance: how far it is, how much time is left, and what one can do about it.
import { Link } from "@tanstack/react-router";
import type { GoalRow } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { changedSearch } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import { GoalActions } from "./GoalActions";
import { GoalPace, GoalState } from "./GoalBadges";
import { GoalProgress } from "./GoalProgress";
import classes from "./Goals.module.css";
import { useGoalText } from "./goalText";

export function GoalCards({ goals, label }: { goals: readonly GoalRow[]; label: string }) {
  return (
    <ul className={classes.cards} aria-label={label}>
      {goals.map((goal) => (
        <GoalCard key={goal.api_id} goal={goal} />
      ))}
    </ul>
  );
}

function GoalCard({ goal }: { goal: GoalRow }) {
  const { period, left } = useGoalText(goal);
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h3 className={classes.title}>
          <GoalLink goal={goal} />
        </h3>
        {goal.status === "active" ? <GoalPace goal={goal} /> : <GoalState goal={goal} />}
      </div>
      <GoalProgress goal={goal} />
      <p className={classes.line}>
        <span>{period}</span>
        {left && <span>{left}</span>}
      </p>
      <LastCheck goal={goal} />
      <GoalActions goal={goal} />
    </li>
  );
}

/** Opens the goal over the screen of goals, wherever the link stands. */
export function GoalLink({ goal }: { goal: GoalRow }) {
  const search = changedSearch({ open: goal.api_id });
  return (
    <Link to="/goals" search={search} resetScroll={false} className={uiClasses.link}>
      {goal.title}
    </Link>
  );
}

function LastCheck({ goal }: { goal: GoalRow }) {
  const t = useTranslate();
  const locale = useLocale();
  if (goal.measure === "linked")
    return <p className={classes.line}>{t("goals.moves_by_itself")}</p>;
  const words = goal.last_checked_on
    ? t("goals.last_checked", { date: formatDate(goal.last_checked_on, locale) })
    : t("goals.never_checked");
  return <p className={classes.line}>{words}</p>;
}
