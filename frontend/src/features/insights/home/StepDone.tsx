// Completes the next step of a note from its row.
import { IconCheck } from "@tabler/icons-react";
import type { TriageRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { MatterMenuButton } from "./MatterMenuButton";
import { useMatterChange } from "./useMatterChange";

type Props = { row: TriageRow; name: string; onLeave: () => void };

export function StepDone({ row, name, onLeave }: Props) {
  const t = useTranslate();
  const { completeStep } = useMatterChange();
  return (
    <MatterMenuButton
      trigger={{ onClick: () => completeStep(row, onLeave) }}
      label={`${t("home.triage.step.done")} (${name})`}
      shortcut="d"
    >
      <IconCheck size={16} aria-hidden />
    </MatterMenuButton>
  );
}
