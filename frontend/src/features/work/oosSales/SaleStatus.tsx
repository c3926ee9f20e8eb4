// How far a sale of extra work is, and what the client decided: as icon, word and colour together.
import {
  IconBan,
  IconChecks,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconFileInvoice,
  IconPlayerPlay,
} from "@tabler/icons-react";
import type { EnumName, OosApproval, OosSaleRow } from "../../../api/types";
import { useEnumOptions } from "../../../session/enumOptions";
import { EnumBadge, type EnumStyles } from "../../../ui/display/EnumBadge";

const LOOKS: EnumStyles<OosSaleRow["status"]> = {
  proposed: ["warning", IconClock],
  approved: ["success", IconCircleCheck],
  in_work: ["info", IconPlayerPlay],
  delivered: ["info", IconChecks],
  invoiced: ["info", IconFileInvoice],
  paid: ["success", IconChecks],
  declined: ["danger", IconCircleX],
  cancelled: ["neutral", IconBan],
};

export function SaleStatus({ status }: { status: OosSaleRow["status"] }) {
  return <Word enumName="oos_status" value={status} />;
}

export function DecisionWord({ decision }: { decision: OosApproval["decision"] }) {
  return <Word enumName="oos_decision" value={decision} />;
}

function Word({ enumName, value }: { enumName: EnumName; value: OosSaleRow["status"] }) {
  const { label } = useEnumOptions();
  return (
    <EnumBadge styles={LOOKS} value={value}>
      {label(enumName, value)}
    </EnumBadge>
  );
}
