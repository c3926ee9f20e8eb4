// The statuses that several screens show, with their styles.
import {
  IconAlertTriangle,
  IconBan,
  IconBeach,
  IconChecks,
  IconCircleCheck,
  IconCircleHalf2,
  IconCircleMinus,
  IconCircleX,
  IconClock,
  IconCoins,
  IconFlag,
  IconMail,
  IconMoodSmile,
  IconPencil,
  IconPlayerPause,
  IconPlugOff,
  IconRefresh,
  IconTrash,
  IconUserOff,
  IconUserPlus,
} from "@tabler/icons-react";
import type {
  ClientRow,
  Connection,
  DealRow,
  Employee,
  InvoiceRow,
  ProjectRow,
  SyncRun,
  User,
} from "../../api/types";
import { useEnumOptions } from "../../session/enumOptions";
import { EnumBadge, type EnumStyles } from "./EnumBadge";

/** The values of each enumeration. */
type StatusValues = {
  client_status: ClientRow["status"];
  client_health: NonNullable<ClientRow["health"]>;
  project_status: ProjectRow["status"];
  oos_approval: NonNullable<ProjectRow["approval"]>;
  deal_state: DealRow["state"];
  invoice_status: InvoiceRow["status"];
  user_status: User["status"];
  employee_status: NonNullable<Employee["status"]>;
  connection_state: Connection["state"];
  sync_status: SyncRun["status"];
};

const STYLES: { readonly [Name in keyof StatusValues]: EnumStyles<StatusValues[Name]> } = {
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
  deal_state: {
    open: ["info", IconClock],
    won: ["success", IconCircleCheck],
    lost: ["neutral", IconCircleX],
  },
  invoice_status: {
    open: ["info", IconClock],
    partially_paid: ["warning", IconCircleHalf2],
    paid: ["success", IconCircleCheck],
    credit: ["info", IconCoins],
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

type Props<Name extends keyof StatusValues> = { enumName: Name; value: StatusValues[Name] };

export function StatusBadge<Name extends keyof StatusValues>({ enumName, value }: Props<Name>) {
  const { label } = useEnumOptions();
  return (
    <EnumBadge styles={STYLES[enumName]} value={value}>
      {label(enumName, value)}
    </EnumBadge>
  );
}
