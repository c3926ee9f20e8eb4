// An on/off status: icon, word and colour.
import { IconCircleCheck, IconCircleMinus } from "@tabler/icons-react";
import { Badge } from "../../../ui/display/Badge";

type Props = { on: boolean; yes: string; no: string };

export function EnabledBadge({ on, yes, no }: Props) {
  const Icon = on ? IconCircleCheck : IconCircleMinus;
  return (
    <Badge tone={on ? "success" : "neutral"} icon={<Icon size={14} aria-hidden />}>
      {on ? yes : no}
    </Badge>
  );
}
