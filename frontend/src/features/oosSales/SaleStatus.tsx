// How far a sale of extra work is, and what the client decided: as icon, word and colour together.
import {
  type Icon,
  IconBan,
  IconChecks,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconFileInvoice,
  IconPlayerPlay,
} from "@tabler/icons-react";
import type { OosApproval, OosSaleRow } from "../../api/types";
import { useEnumOptions } from "../../session/enumOptions";
import { Badge, type Tone } from "../../ui/Badge";

type Look = readonly [Tone, Icon];

const LOOKS: Record<OosSaleRow["status"], Look> = {
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
  return <Word enumName="oos_status" value={status} look={LOOKS[status]} />;
}

export function DecisionWord({ decision }: { decision: OosApproval["decision"] }) {
  return <Word enumName="oos_decision" value={decision} look={LOOKS[decision]} />;
}

function Word(props: { enumName: string; value: string; look: Look }) {
  const { label } = useEnumOptions();
  const [tone, Mark] = props.look;
  return (
    <Badge tone={tone} icon={<Mark size={14} aria-hidden />}>
      {label(props.enumName, props.value)}
    </Badge>
  );
}
