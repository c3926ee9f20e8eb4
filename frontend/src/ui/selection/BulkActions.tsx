// The buttons for bulk changes: reports the result, lists failed records and leaves them selected.
import { Button, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { translate, useTranslate } from "../../i18n/translate";
import { showToast } from "../../lib/toasts";
import { usePermissions } from "../../session/permissions";
import { showUndoToast } from "../actions/undoToast";
import { useOfflineReason } from "../feedback/useOfflineReason";
import type { ApiRow } from "../table/tableModel";
import { changeEach, MAX_CHANGED, revertEach } from "./batchChange";
import type { BulkAction, BulkProps, Change } from "./bulk";

const BulkDialog = lazy(async () => ({ default: (await import("./BulkDialog")).BulkDialog }));

type RunOptions<Item extends ApiRow> = BulkProps<Item> & {
  /** The name of a record in the list of failures. */
  nameOf: (item: Item) => string;
};
type Props<Item extends ApiRow> = RunOptions<Item> & { actions: readonly BulkAction<Item>[] };

function useBulkRun<Item extends ApiRow>({
  selection,
  read,
  showFailed,
  nameOf,
}: RunOptions<Item>) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<BulkAction<Item>>();
  /** How many of several batches are done. */
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const refresh = () => client.invalidateQueries({ queryKey: ["api"] });
  const undoAction = async ({ path, undo }: BulkAction<Item>, items: readonly Item[]) => {
    const isComplete = undo === undefined || (await revertEach(path, items, undo));
    if (!isComplete) showToast({ kind: "error", summary: translate("selection.undo_incomplete") });
    await refresh();
  };
  const showResult = (action: BulkAction<Item>, done: readonly Item[]) => {
    const summary = translate(action.done, { count: done.length });
    if (action.undo) showUndoToast(summary, () => void undoAction(action, done));
    else showToast({ kind: "success", summary });
  };
  const run = async (action: BulkAction<Item>, change: Change) => {
    setBusy(action);
    showFailed([]);
    try {
      const items = await read();
      const { done, failed, unsent } = await changeEach(action.path, items, change, (count) =>
        setProgress({ done: count, total: items.length }),
      );
      if (done.length > 0) showResult(action, done);
      showFailed(
        failed.map(({ item, reasons }) => ({ id: item.api_id, name: nameOf(item), reasons })),
      );
      selection.select([...failed.map(({ item }) => item), ...unsent]);
      await refresh();
    } finally {
      setBusy(undefined);
      setProgress(undefined);
    }
  };
  return { busy, progress, run };
}

export function BulkActions<Item extends ApiRow>({ actions, ...props }: Props<Item>) {
  const t = useTranslate();
  const { canAny } = usePermissions();
  const [openAction, setOpenAction] = useState<BulkAction<Item>>();
  const { busy, progress, run } = useBulkRun(props);
  const offline = useOfflineReason();
  const tooMany = props.count > MAX_CHANGED;
  const start = (action: BulkAction<Item>) =>
    "change" in action ? void run(action, action.change) : setOpenAction(action);
  const { all, rows } = props.selection;
  const appliesToSome = (fits: BulkAction<Item>["appliesTo"]) =>
    !fits || all || [...rows.values()].some(fits);
  const available = actions.filter(
    ({ requires, appliesTo }) => canAny(requires) && appliesToSome(appliesTo),
  );
  return (
    <>
      {tooMany && (
        <Text size="xs" c="dimmed">
          {t("selection.too_many", { most: MAX_CHANGED })}
        </Text>
      )}
      {progress && progress.done < progress.total && (
        <Text size="xs" aria-live="polite">
          {t("selection.progress", progress)}
        </Text>
      )}
      {available.map((action) => (
        <Button
          key={action.label}
          size="xs"
          variant="default"
          leftSection={<action.icon size={16} aria-hidden />}
          loading={busy === action}
          disabled={tooMany || busy !== undefined}
          {...offline}
          onClick={() => start(action)}
        >
          {t(action.label)}
        </Button>
      ))}
      {openAction && "fields" in openAction && (
        <Suspense fallback={null}>
          <BulkDialog
            title={t(openAction.label)}
            count={props.count}
            fields={openAction.fields}
            renderNote={(values) => openAction.renderNote?.(values, props)}
            onClose={() => setOpenAction(undefined)}
            onChange={(change) => {
              setOpenAction(undefined);
              void run(openAction, { ...openAction.always, ...change });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
