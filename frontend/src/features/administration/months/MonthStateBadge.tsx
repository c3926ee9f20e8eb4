// The state of a month: word, icon and color.
import { IconClock, IconLock, IconLockOpen, type TablerIcon } from "@tabler/icons-react";
import type { Month } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { Badge, type Tone } from "../../../ui/display/Badge";

export const STATE_STYLES: Readonly<Record<Month["state"], readonly [Tone, TablerIcon]>> = {
  current: ["info", IconClock],
  open: ["warning", IconLockOpen],
  closed: ["success", IconLock],
};

export function MonthStateBadge({ state }: { state: Month["state"] }) {
  const t = useTranslate();
  const [tone, Icon] = STATE_STYLES[state];
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
      {t(`months.state.${state}`)}
    </Badge>
  );
}
