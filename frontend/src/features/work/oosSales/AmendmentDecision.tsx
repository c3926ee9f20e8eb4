// The actions on the client's decision about an amendment: record, edit and remove it.
import { Button } from "@mantine/core";
import { useState } from "react";
import type { Amendment, Project } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { usePhone } from "../../../ui/table/usePhone";
import { isClientsOwn } from "./ClientProof";
import { DecisionDialog } from "./decisionDialog";
import { UndoDecision } from "./UndoDecision";

type Props = { project: Project; amendment: Amendment };

export function AmendmentDecision({ project, amendment }: Props) {
  const t = useTranslate();
  const [opened, setOpened] = useState(false);
  const { approval } = amendment;
  // A card on a phone has no place for the button beside its menu.
  const isPhone = usePhone();
  const canEdit = !isClientsOwn(approval);
  const isInMenu = isPhone && approval !== null;
  const open = () => setOpened(true);
  return (
    <>
      {canEdit && !isInMenu && (
        <Button size="compact-sm" variant="subtle" onClick={open}>
          {t(approval ? "oos_sales.change" : "oos_sales.record")}
        </Button>
      )}
      {approval && (
        <UndoDecision approval={approval} onEdit={canEdit && isInMenu ? open : undefined} />
      )}
      {opened && (
        <DecisionDialog
          id={project.api_id}
          amendment={amendment.api_id}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
}
