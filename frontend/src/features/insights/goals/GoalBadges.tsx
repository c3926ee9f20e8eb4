// The badges of a goal: its status and its pace.
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

const STATUS_STYLES: EnumStyles<GoalRow["status"]> = {
  draft: ["neutral", IconPencil],
  active: ["info", IconPlayerPlay],
  achieved: ["success", IconCircleCheck],
  missed: ["danger", IconCircleX],
  cancelled: ["neutral", IconBan],
};
const PACE_STYLES: EnumStyles<NonNullable<GoalRow["pace_status"]>> = {
  on_track: ["success", IconCircleCheck],
  behind: ["warning", IconClock],
  at_risk: ["danger", IconAlertTriangle],
};

export function GoalStatus({ goal }: { goal: GoalRow }) {
  return <GoalEnumBadge styles={STATUS_STYLES} enumName="goal_status" value={goal.status} />;
}

/** Only active goals with a figure have a pace. */
export function GoalPace({ goal: { pace_status: pace } }: { goal: GoalRow }) {
  return pace && <GoalEnumBadge styles={PACE_STYLES} enumName="goal_pace" value={pace} />;
}

type GoalEnumBadgeProps<Value extends string> = {
  styles: EnumStyles<Value>;
  enumName: EnumName;
  value: NoInfer<Value>;
};

function GoalEnumBadge<Value extends string>({
  styles,
  enumName,
  value,
}: GoalEnumBadgeProps<Value>) {
  const { label } = useEnumOptions();
  return (
    <EnumBadge styles={styles} value={value}>
      {label(enumName, value)}
    </EnumBadge>
  );
}
