// How much danger a retainer's hours are in, as icon, word and colour.
import { IconAlertTriangle, IconCircleCheck, IconEye, IconFlame } from "@tabler/icons-react";
import type { Burn } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { EnumBadge, type EnumStyles } from "../../../ui/display/EnumBadge";

const LOOKS: EnumStyles<Burn["level"]> = {
  ok: ["success", IconCircleCheck],
  watch: ["info", IconEye],
  high: ["warning", IconAlertTriangle],
  over: ["danger", IconFlame],
};

export function LevelBadge({ level }: { level: Burn["level"] }) {
  const t = useTranslate();
  return (
    <EnumBadge styles={LOOKS} value={level}>
      {t(`retainers.level.${level}`)}
    </EnumBadge>
  );
}
