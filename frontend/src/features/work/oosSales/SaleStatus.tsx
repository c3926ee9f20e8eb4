// The status of an out-of-scope sale, and the client's decision, as badges.
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

const STATUS_STYLES: EnumStyles<OosSaleRow["status"]> = {
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
  return <SaleEnumBadge enumName="oos_status" value={status} />;
}

export function DecisionBadge({ decision }: { decision: OosApproval["decision"] }) {
  return <SaleEnumBadge enumName="oos_decision" value={decision} />;
}

function SaleEnumBadge({ enumName, value }: { enumName: EnumName; value: OosSaleRow["status"] }) {
  const { label } = useEnumOptions();
  return (
    <EnumBadge styles={STATUS_STYLES} value={value}>
      {label(enumName, value)}
    </EnumBadge>
  );
}
