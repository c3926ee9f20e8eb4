// The goals of a person as compact rows: what, how it goes, and how far.
import type { GoalRow } from "../../../api/types";
import { GoalActions } from "./GoalActions";
import { GoalPace } from "./GoalBadges";
import { GoalBar } from "./GoalBar";
import { GoalLink } from "./GoalCard";
import classes from "./Goals.module.css";
import { useGoalText } from "./goalText";

export function GoalLines({ goals, label }: { goals: readonly GoalRow[]; label: string }) {
  return (
    <ul className={classes.lines} aria-label={label}>
      {goals.map((goal) => (
        <GoalLine key={goal.api_id} goal={goal} />
      ))}
    </ul>
  );
}

function GoalLine({ goal }: { goal: GoalRow }) {
  const { share, valueText, timeLeft } = useGoalText(goal);
  return (
    <li className={classes.goalLine}>
      <span className={classes.goalName}>
        <GoalLink goal={goal} />
      </span>
      <span className={classes.pace}>
        <GoalPace goal={goal} />
      </span>
      <strong className={classes.shareText}>{share}</strong>
      <span className={classes.shareBar}>
        <GoalBar goal={goal} />
      </span>
      <span className={classes.values}>{valueText}</span>
      <span className={classes.left}>{timeLeft}</span>
      <span className={classes.lineActions}>
        <GoalActions goal={goal} isQuiet />
      </span>
    </li>
  );
}
