// The export and erasure of a person's data, for the menus of users, employees and clients.
import { IconEraser, IconFileExport } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api } from "../../api/client";
import { loadMessages, useTranslate } from "../../i18n/translate";
import { usePermissions } from "../../session/permissions";
import type { RecordAction } from "../actions/recordAction";
import { watchExport } from "../exports/watchedExports";
import { lazyComponent } from "../lazyComponent";
import type { PersonRef } from "./personRef";

const EraseDialog = lazyComponent(async () => {
  const [dialog] = await Promise.all([import("./EraseDialog"), loadMessages("dialogs")]);
  return dialog.EraseDialog;
});

/** Erasing is offered for people who no longer have access. */
export function usePersonalDataActions(
  person: PersonRef | null,
  { canErase }: { canErase: boolean },
): { actions: RecordAction[]; dialog: ReactNode } {
  const t = useTranslate();
  const client = useQueryClient();
  const { can } = usePermissions();
  // Saved, because the record has no person any more while the dialog shows the result.
  const [erased, setErased] = useState<PersonRef | null>(null);
  const dialog = erased && <EraseDialog person={erased} onClose={() => setErased(null)} />;
  if (person === null || !can("personal_data.manage")) return { actions: [], dialog };
  const { kind, id } = person;
  const exportAction: RecordAction = {
    label: t("personal_data.export.action"),
    icon: <IconFileExport size={16} />,
    irreversible: {
      run: async () => {
        const exportJob = (await api.post("/personal-data-exports", { kind, id })).data;
        watchExport(exportJob.api_id);
        const { pollExport } = await import("../exports/pollExports");
        pollExport(client, exportJob.api_id);
      },
      done: t("personal_data.export.done"),
    },
  };
  const eraseAction: RecordAction = {
    label: t("personal_data.erase.action"),
    icon: <IconEraser size={16} />,
    danger: true,
    open: () => setErased(person),
  };
  return { actions: canErase ? [exportAction, eraseAction] : [exportAction], dialog };
}
