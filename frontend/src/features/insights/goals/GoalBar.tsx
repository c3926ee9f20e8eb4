// How far a goal is, as a bar with a mark for the elapsed time; nothing while it has no value.
import type { GoalRow } from "../../../api/types";
import { Bullet } from "../../../ui/charts/Bullet";
import { isComparedWithTime, useGoalText } from "./goalText";

export function GoalBar({ goal }: { goal: GoalRow }) {
  const { share, elapsed } = useGoalText(goal);
  if (goal.attainment === null) return null;
  return (
    <Bullet
      label={`${share} – ${elapsed}`}
      used={Math.min(1, Number(goal.attainment))}
      available={1}
      {...(isComparedWithTime(goal) ? { elapsed: Number(goal.elapsed) } : {})}
    />
  );
}
