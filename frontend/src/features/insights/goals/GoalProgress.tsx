// The progress of a goal as a bar with a mark for the elapsed time, and as text.
import type { GoalRow } from "../../../api/types";
import { GoalBar } from "./GoalBar";
import classes from "./Goals.module.css";
import { useGoalText } from "./goalText";

export function GoalProgress({ goal }: { goal: GoalRow }) {
  const { share, valueText } = useGoalText(goal);
  return (
    <div>
      <p className={classes.line}>
        <strong>{share}</strong>
        {valueText && <span>{valueText}</span>}
      </p>
      <GoalBar goal={goal} />
    </div>
  );
}
