// The risk level of a retainer's hours.
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconEye,
  IconFlame,
  IconQuestionMark,
} from "@tabler/icons-react";
import type { Burn } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { EnumBadge, type EnumStyles } from "../../../ui/display/EnumBadge";

const LEVEL_STYLES: EnumStyles<Burn["level"]> = {
  ok: ["success", IconCircleCheck],
  watch: ["info", IconEye],
  high: ["warning", IconAlertTriangle],
  over: ["danger", IconFlame],
  unknown: ["neutral", IconQuestionMark],
};

export function LevelBadge({ level }: { level: Burn["level"] }) {
  const t = useTranslate();
  return (
    <EnumBadge styles={LEVEL_STYLES} value={level}>
      {t(`retainers.level.${level}`)}
    </EnumBadge>
  );
}
