// The progress of a goal as a bar with a mark for the elapsed time, and as text.
import type { GoalRow } from "../../../api/types";
import { Bullet } from "../../../ui/charts/Bullet";
import classes from "./Goals.module.css";
import { isComparedWithTime, useGoalText } from "./goalText";

export function GoalProgress({ goal }: { goal: GoalRow }) {
  const { share, valueText, elapsed } = useGoalText(goal);
  return (
    <div>
      <p className={classes.line}>
        <strong>{share}</strong>
        {valueText && <span>{valueText}</span>}
      </p>
      {goal.attainment !== null && (
        <Bullet
          label={`${share} – ${elapsed}`}
          used={Math.min(1, Number(goal.attainment))}
          available={1}
          {...(isComparedWithTime(goal) ? { elapsed: Number(goal.elapsed) } : {})}
        />
      )}
    </div>
  );
}
