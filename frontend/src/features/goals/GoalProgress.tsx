// How far a goal is: a bar with a mark where time stands, and both in words.
import type { GoalRow } from "../../api/types";
import uiClasses from "../../ui/ui.module.css";
import classes from "./Goals.module.css";
import { useGoalWords } from "./goalWords";

const percentOf = (share: string) => Math.min(100, Math.max(0, Number(share) * 100));

export function GoalProgress({ goal }: { goal: GoalRow }) {
  const { share, standing, elapsed } = useGoalWords(goal);
  const isOver = goal.direction === "at_most" && Number(goal.attainment) > 1;
  return (
    <div>
      <p className={classes.line}>
        <strong>{share}</strong>
        {standing && <span>{standing}</span>}
      </p>
      {goal.attainment !== null && (
        <div className={classes.track} role="img" aria-label={`${share} – ${elapsed}`}>
          <div className={uiClasses.bar}>
            <div
              className={uiClasses.barFill}
              data-over={isOver}
              style={{ width: `${percentOf(goal.attainment)}%` }}
            />
          </div>
          {goal.status === "active" && (
            <span className={classes.now} style={{ left: `${percentOf(goal.elapsed)}%` }} />
          )}
        </div>
      )}
    </div>
  );
}
