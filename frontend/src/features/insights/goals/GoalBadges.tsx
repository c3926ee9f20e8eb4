// A goal's state and its pace, each as icon, word and colour.
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconPencil,
  IconPlayerPlay,
} from "@tabler/icons-react";
import type { EnumName, GoalRow } from "../../../api/types";
import { useEnumOptions } from "../../../session/enumOptions";
import { EnumBadge, type EnumStyles } from "../../../ui/display/EnumBadge";

const STATES: EnumStyles<GoalRow["status"]> = {
  draft: ["neutral", IconPencil],
  active: ["info", IconPlayerPlay],
  achieved: ["success", IconCircleCheck],
  missed: ["danger", IconCircleX],
  cancelled: ["neutral", IconBan],
};
const PACES: EnumStyles<NonNullable<GoalRow["pace_status"]>> = {
  on_track: ["success", IconCircleCheck],
  behind: ["warning", IconClock],
  at_risk: ["danger", IconAlertTriangle],
};

export function GoalState({ goal }: { goal: GoalRow }) {
  return <Marked looks={STATES} enumName="goal_status" value={goal.status} />;
}

/** Only what runs, and has a figure, has a pace. */
export function GoalPace({ goal: { pace_status: pace } }: { goal: GoalRow }) {
  return pace && <Marked looks={PACES} enumName="goal_pace" value={pace} />;
}

type MarkedProps<Value extends string> = {
  looks: EnumStyles<Value>;
  enumName: EnumName;
  value: NoInfer<Value>;
};

function Marked<Value extends string>({ looks, enumName, value }: MarkedProps<Value>) {
  const { label } = useEnumOptions();
  return (
    <EnumBadge styles={looks} value={value}>
      {label(enumName, value)}
    </EnumBadge>
  );
}
