// A status as icon, word and colour together, so that none of them carries it alone.
import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconBeach,
  IconChecks,
  IconCircleCheck,
  IconCircleHalf2,
  IconCircleMinus,
  IconCircleX,
  IconClock,
  IconFlag,
  IconMail,
  IconMoodSmile,
  IconPencil,
  IconPlayerPause,
  IconPlugOff,
  IconPointFilled,
  IconRefresh,
  IconTrash,
  IconUserOff,
  IconUserPlus,
} from "@tabler/icons-react";
import { useEnumOptions } from "../session/enumOptions";
import { Badge, type Tone } from "./Badge";

type Look = readonly [Tone, Icon];

const LOOKS: Record<string, Record<string, Look>> = {
  client_status: {
    prospect: ["info", IconUserPlus],
    active: ["success", IconCircleCheck],
    inactive: ["neutral", IconCircleMinus],
    churned: ["danger", IconCircleX],
  },
  client_health: {
    green: ["success", IconMoodSmile],
    amber: ["warning", IconAlertTriangle],
    red: ["danger", IconAlertTriangle],
  },
  project_status: {
    draft: ["neutral", IconPencil],
    active: ["success", IconCircleCheck],
    on_hold: ["warning", IconPlayerPause],
    completed: ["info", IconChecks],
    cancelled: ["neutral", IconBan],
    ended: ["neutral", IconFlag],
    churned: ["danger", IconCircleX],
  },
  oos_approval: {
    waiting: ["warning", IconClock],
    approved: ["success", IconCircleCheck],
    declined: ["danger", IconCircleX],
  },
  invoice_status: {
    open: ["info", IconClock],
    partially_paid: ["warning", IconCircleHalf2],
    paid: ["success", IconCircleCheck],
    overdue: ["danger", IconAlertTriangle],
    voided: ["neutral", IconBan],
    deleted_in_source: ["neutral", IconTrash],
  },
  user_status: {
    invited: ["info", IconMail],
    active: ["success", IconCircleCheck],
    deactivated: ["neutral", IconUserOff],
  },
  employee_status: {
    active: ["success", IconCircleCheck],
    on_leave: ["info", IconBeach],
    left: ["neutral", IconUserOff],
  },
  connection_state: {
    ok: ["success", IconCircleCheck],
    running: ["info", IconRefresh],
    stale: ["warning", IconClock],
    needs_attention: ["danger", IconAlertTriangle],
    never: ["neutral", IconClock],
    off: ["neutral", IconPlugOff],
  },
  sync_status: {
    queued: ["neutral", IconClock],
    running: ["info", IconRefresh],
    succeeded: ["success", IconCircleCheck],
    failed: ["danger", IconCircleX],
  },
};

const UNKNOWN: Look = ["neutral", IconPointFilled];

export function StatusBadge({ enumName, value }: { enumName: string; value: string }) {
  const { label } = useEnumOptions();
  const [tone, Mark] = LOOKS[enumName]?.[value] ?? UNKNOWN;
  return (
    <Badge tone={tone} icon={<Mark size={14} aria-hidden />}>
      {label(enumName, value)}
    </Badge>
  );
}
