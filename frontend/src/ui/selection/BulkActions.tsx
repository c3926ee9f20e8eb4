// The buttons that change many records: what was done is said once, what was refused is named and stays picked.
import { Button, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { translate, useTranslate } from "../../i18n/translate";
import { showToast } from "../../lib/toasts";
import { usePermissions } from "../../session/permissions";
import { showUndoToast } from "../actions/undoToast";
import type { Listed } from "../table/tableModel";
import { changeEach, MAX_CHANGED, revertEach } from "./batchChange";
import type { BulkAction, BulkProps, Change } from "./bulk";

const BulkDialog = lazy(async () => ({ default: (await import("./BulkDialog")).BulkDialog }));

type Running<Item extends Listed> = BulkProps<Item> & {
  /** What a record is called where it was not changed. */
  nameOf: (item: Item) => string;
};
type Props<Item extends Listed> = Running<Item> & { actions: readonly BulkAction<Item>[] };

function useRunning<Item extends Listed>({ selection, read, showRefused, nameOf }: Running<Item>) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<BulkAction<Item>>();
  const refresh = () => client.invalidateQueries({ queryKey: ["api"] });
  const takeBack = async ({ path, back }: BulkAction<Item>, items: readonly Item[]) => {
    const isWhole = back === undefined || (await revertEach(path, items, back));
    if (!isWhole) showToast({ kind: "error", summary: translate("selection.not_undone") });
    await refresh();
  };
  const tell = (action: BulkAction<Item>, done: readonly Item[]) => {
    const words = translate(action.done, { count: done.length });
    if (action.back) showUndoToast(words, () => void takeBack(action, done));
    else showToast({ kind: "success", summary: words });
  };
  const run = async (action: BulkAction<Item>, change: Change) => {
    setBusy(action);
    showRefused([]);
    try {
      const { done, failed, left } = await changeEach(action.path, await read(), change);
      if (done.length > 0) tell(action, done);
      showRefused(
        failed.map(({ item, reasons }) => ({ id: item.api_id, name: nameOf(item), reasons })),
      );
      selection.pick([...failed.map(({ item }) => item), ...left]);
      await refresh();
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, run };
}

export function BulkActions<Item extends Listed>({ actions, ...props }: Props<Item>) {
  const t = useTranslate();
  const { mayAny } = usePermissions();
  const [asked, setAsked] = useState<BulkAction<Item>>();
  const { busy, run } = useRunning(props);
  const tooMany = props.count > MAX_CHANGED;
  const start = (action: BulkAction<Item>) =>
    "change" in action ? void run(action, action.change) : setAsked(action);
  const { all, rows } = props.selection;
  const meansSome = (fits: BulkAction<Item>["fits"]) =>
    !fits || all || [...rows.values()].some(fits);
  const offered = actions.filter(({ needs, fits }) => mayAny(needs) && meansSome(fits));
  return (
    <>
      {tooMany && (
        <Text size="xs" c="dimmed">
          {t("selection.too_many", { most: MAX_CHANGED })}
        </Text>
      )}
      {offered.map((action) => (
        <Button
          key={action.label}
          size="xs"
          variant="default"
          leftSection={<action.icon size={16} aria-hidden />}
          loading={busy === action}
          disabled={tooMany || busy !== undefined}
          onClick={() => start(action)}
        >
          {t(action.label)}
        </Button>
      ))}
      {asked && "fields" in asked && (
        <Suspense fallback={null}>
          <BulkDialog
            title={t(asked.label)}
            count={props.count}
            fields={asked.fields}
            onClose={() => setAsked(undefined)}
            onChange={(change) => {
              setAsked(undefined);
              void run(asked, change);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
