// A record's menu: runs what it offers once, asks where it must, and says what was done.

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../api/errors";
import { resourceKey } from "../../api/queries";
import type { ApiPath } from "../../api/wire";
import { translate } from "../../i18n/translate";
import { showToast } from "../../lib/toasts";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";
import { OverflowMenu } from "./OverflowMenu";
import type { FinalAction, RecordAction, Reversible } from "./recordAction";
import { showUndoToast } from "./undoToast";

type Props = {
  /** The path of the record's list, and the record. */
  path: ApiPath;
  record: { api_id: string; name: string };
  actions: readonly RecordAction[];
};

export function RecordActions({ path, record, actions }: Props) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<FinalAction | null>(null);
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: ["api"] });

  /** Whatever the server refuses has been said by the time it is thrown. */
  const unlessRefused = (work: Promise<void>): void => {
    work.catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  };
  const reverse = async (step: Reversible): Promise<void> => {
    await step.run();
    await refresh();
    showUndoToast(step.done, () => unlessRefused(reverse(step.inverse())));
  };
  const finish = async ({ final }: FinalAction): Promise<void> => {
    setBusy(true);
    try {
      await final.run();
      await final.leave?.();
      if (final.leave) queryClient.removeQueries({ queryKey: resourceKey(path, record.api_id) });
      void refresh();
      showToast({ kind: "success", summary: final.done });
    } finally {
      setBusy(false);
      setOpened(false);
    }
  };
  const start = (action: RecordAction): void => {
    if ("open" in action) action.open();
    else if ("reversible" in action) unlessRefused(reverse(action.reversible));
    else if (action.final.question === undefined) unlessRefused(finish(action));
    else {
      setAsked(action);
      setOpened(true);
    }
  };
  return (
    <>
      <OverflowMenu
        name={record.name}
        actions={actions.map((action) => ({
          label: action.label,
          icon: action.icon,
          danger: action.danger ?? false,
          run: () => start(action),
        }))}
      />
      {asked?.final.question && (
        <ConfirmDialog
          opened={opened}
          busy={busy}
          {...asked.final.question}
          cancelLabel={translate("common.cancel")}
          confirmLabel={asked.label}
          onCancel={() => setOpened(false)}
          onConfirm={() => unlessRefused(finish(asked))}
        />
      )}
    </>
  );
}
