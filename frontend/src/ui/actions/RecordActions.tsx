// A record's menu: runs an action once, asks first where needed, and reports the result.

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../api/errors";
import { resourceKey } from "../../api/queries";
import type { ApiPath } from "../../api/wire";
import { translate } from "../../i18n/translate";
import { useIsOnline } from "../../lib/connectivity";
import { showToast } from "../../lib/toasts";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";
import { OverflowMenu } from "./OverflowMenu";
import type { IrreversibleAction, RecordAction, Reversible } from "./recordAction";
import { showUndoToast } from "./undoToast";

type Props = {
  /** The path of the record's list. */
  path: ApiPath;
  record: { api_id: string; name: string };
  actions: readonly RecordAction[];
  /** The size of the button, if smaller than that of a page's header. */
  size?: number;
};

export function RecordActions({ path, record, actions, size }: Props) {
  const queryClient = useQueryClient();
  const isOnline = useIsOnline();
  const [pending, setPending] = useState<IrreversibleAction | null>(null);
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: ["api"] });

  /** The page has already shown an error of the API. */
  const ignoreApiErrors = (work: Promise<void>): void => {
    work.catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  };
  const runReversible = async (change: Reversible): Promise<void> => {
    await change.run();
    await refresh();
    showUndoToast(change.done, () => ignoreApiErrors(runReversible(change.undo())));
  };
  const runIrreversible = async ({ irreversible }: IrreversibleAction): Promise<void> => {
    setBusy(true);
    try {
      await irreversible.run();
      await irreversible.onDeleted?.();
      if (irreversible.onDeleted)
        queryClient.removeQueries({ queryKey: resourceKey(path, record.api_id) });
      void refresh();
      showToast({ kind: "success", summary: irreversible.done });
    } finally {
      setBusy(false);
      setOpened(false);
    }
  };
  const start = (action: RecordAction): void => {
    if ("open" in action) action.open();
    else if ("reversible" in action) ignoreApiErrors(runReversible(action.reversible));
    else if (action.irreversible.confirmation === undefined)
      ignoreApiErrors(runIrreversible(action));
    else {
      setPending(action);
      setOpened(true);
    }
  };
  return (
    <>
      <OverflowMenu
        name={record.name}
        {...(size === undefined ? {} : { size })}
        actions={actions.map((action) => ({
          label: action.label,
          icon: action.icon,
          danger: action.danger ?? false,
          run: () => start(action),
          disabled: !isOnline,
        }))}
      />
      {pending?.irreversible.confirmation && (
        <ConfirmDialog
          opened={opened}
          busy={busy}
          {...pending.irreversible.confirmation}
          cancelLabel={translate("common.cancel")}
          confirmLabel={pending.label}
          onCancel={() => setOpened(false)}
          onConfirm={() => ignoreApiErrors(runIrreversible(pending))}
        />
      )}
    </>
  );
}
