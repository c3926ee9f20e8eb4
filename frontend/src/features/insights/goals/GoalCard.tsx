// Goals as cards: progress, time left and actions.
import { Link } from "@tanstack/react-router";
import type { GoalRow } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { changedSearch } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import { GoalActions } from "./GoalActions";
import { GoalPace, GoalStatus } from "./GoalBadges";
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
  const { period, timeLeft } = useGoalText(goal);
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h3 className={classes.title}>
          <GoalLink goal={goal} />
        </h3>
        {goal.status === "active" ? <GoalPace goal={goal} /> : <GoalStatus goal={goal} />}
      </div>
      <GoalProgress goal={goal} />
      <p className={classes.line}>
        <span>{period}</span>
        {timeLeft && <span>{timeLeft}</span>}
      </p>
      <LastCheckIn goal={goal} />
      <GoalActions goal={goal} />
    </li>
  );
}

/** Opens the goal on the page of goals. */
export function GoalLink({ goal }: { goal: GoalRow }) {
  const search = changedSearch({ open: goal.api_id });
  return (
    <Link to="/goals" search={search} resetScroll={false} className={uiClasses.link}>
      {goal.title}
    </Link>
  );
}

function LastCheckIn({ goal }: { goal: GoalRow }) {
  const t = useTranslate();
  const locale = useLocale();
  if (goal.measure === "linked")
    return <p className={classes.line}>{t("goals.moves_by_itself")}</p>;
  const text = goal.last_checked_on
    ? t("goals.last_checked", { date: formatDate(goal.last_checked_on, locale) })
    : t("goals.never_checked");
  return <p className={classes.line}>{text}</p>;
}
