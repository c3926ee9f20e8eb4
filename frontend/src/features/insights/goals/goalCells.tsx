// The cells of the list of goals.
import type { EnumName, GoalRow } from "../../../api/types";
import { useEnumOptions } from "../../../session/enumOptions";
import { Absent } from "../../../ui/display/Absent";
import { DateText, RelativeText } from "../../../ui/display/DateText";
import type { CellsOf } from "../../../ui/table/tableModel";
import { GoalPace, GoalStatus } from "./GoalBadges";
import { GoalLink } from "./GoalCard";
import type { goalsList } from "./goalsList";
import { useGoalText } from "./goalText";

export const goalCells: CellsOf<typeof goalsList> = {
  title: (goal) => <GoalLink goal={goal} />,
  progress: (goal) => <Share goal={goal} />,
  pace_status: (goal) => (goal.pace_status ? <GoalPace goal={goal} /> : <Absent />),
  current_value: (goal) => <Value goal={goal} field="current_value" />,
  target_value: (goal) => <Value goal={goal} field="target_value" />,
  period_end: (goal) => <DateText on={goal.period_end} />,
  status: (goal) => <GoalStatus goal={goal} />,
  measure: (goal) => <GoalMeasure goal={goal} />,
  period_start: (goal) => <DateText on={goal.period_start} />,
  weight: (goal) => goal.weight,
  visibility: (goal) => <EnumLabel enumName="goal_visibility" value={goal.visibility} />,
  last_checked_on: (goal) => <DateText on={goal.last_checked_on} />,
  updated_at: (goal) => <RelativeText at={goal.updated_at} />,
};

function Share({ goal }: { goal: GoalRow }) {
  return useGoalText(goal).share;
}

function Value({ goal, field }: { goal: GoalRow; field: "current_value" | "target_value" }) {
  const { value } = useGoalText(goal);
  const text = goal[field];
  return value(text) ?? <Absent reason={text === undefined ? "not_shown" : "none"} />;
}

function EnumLabel({ enumName, value }: { enumName: EnumName; value: string }) {
  return useEnumOptions().label(enumName, value);
}

/** The metric of a linked goal, otherwise the measure. */
export function GoalMeasure({ goal: { measure, metric_key: metric } }: { goal: GoalRow }) {
  return metric ? (
    <EnumLabel enumName="goal_metric" value={metric} />
  ) : (
    <EnumLabel enumName="goal_measure" value={measure} />
  );
}
