// The state of an amendment, as a badge.
import { IconCalendar, IconCircleCheck, IconCircleX, IconClock } from "@tabler/icons-react";
import type { Amendment } from "../../../api/types";
import { useEnumOptions } from "../../../session/enumOptions";
import { EnumBadge, type EnumStyles } from "../../../ui/display/EnumBadge";

const STYLES: EnumStyles<Amendment["state"]> = {
  in_force: ["success", IconCircleCheck],
  planned: ["info", IconCalendar],
  waiting: ["warning", IconClock],
  declined: ["danger", IconCircleX],
};

export function AmendmentState({ state }: { state: Amendment["state"] }) {
  const { label } = useEnumOptions();
  return (
    <EnumBadge styles={STYLES} value={state}>
      {label("amendment_state", state)}
    </EnumBadge>
  );
}
