// How much danger a retainer's hours are in, as icon, word and colour.
import { IconAlertTriangle, IconCircleCheck, IconEye, IconFlame } from "@tabler/icons-react";
import type { Burn } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { Badge, type Tone } from "../../ui/Badge";

const LOOKS = {
  ok: ["success", IconCircleCheck],
  watch: ["info", IconEye],
  high: ["warning", IconAlertTriangle],
  over: ["danger", IconFlame],
} as const satisfies Record<Burn["level"], readonly [Tone, typeof IconEye]>;

export function LevelBadge({ level }: { level: Burn["level"] }) {
  const t = useTranslate();
  const [tone, Mark] = LOOKS[level];
  return (
    <Badge tone={tone} icon={<Mark size={14} aria-hidden />}>
      {t(`retainers.level.${level}`)}
    </Badge>
  );
}
