// A goal's state and its pace, each as icon, word and colour.
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconPencil,
  IconPlayerPlay,
  type TablerIcon,
} from "@tabler/icons-react";
import type { GoalRow } from "../../api/types";
import { useEnumOptions } from "../../session/enumOptions";
import { Badge, type Tone } from "../../ui/Badge";

type Look = readonly [Tone, TablerIcon];

const STATES: Record<GoalRow["status"], Look> = {
  draft: ["neutral", IconPencil],
  active: ["info", IconPlayerPlay],
  achieved: ["success", IconCircleCheck],
  missed: ["danger", IconCircleX],
  cancelled: ["neutral", IconBan],
};
const PACES: Record<NonNullable<GoalRow["pace_status"]>, Look> = {
  on_track: ["success", IconCircleCheck],
  behind: ["warning", IconClock],
  at_risk: ["danger", IconAlertTriangle],
};

export function GoalState({ goal }: { goal: GoalRow }) {
  return <Marked look={STATES[goal.status]} enumName="goal_status" value={goal.status} />;
}

/** Only what runs, and has a figure, has a pace. */
export function GoalPace({ goal: { pace_status: pace } }: { goal: GoalRow }) {
  return pace && <Marked look={PACES[pace]} enumName="goal_pace" value={pace} />;
}

function Marked({ look, enumName, value }: { look: Look; enumName: string; value: string }) {
  const [tone, Mark] = look;
  const { label } = useEnumOptions();
  return (
    <Badge tone={tone} icon={<Mark size={14} aria-hidden />}>
      {label(enumName, value)}
    </Badge>
  );
}
