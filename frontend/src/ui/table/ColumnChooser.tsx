// The way to a list's columns and density; their panel comes when someone reaches for the button.
import { lazy, Suspense, useState } from "react";
import { ColumnButton } from "./ColumnButton";
import type { ListDescription } from "./listDescription";
import type { ListState } from "./useListState";

const loadPanel = async () => ({ default: (await import("./ColumnPanel")).ColumnPanel });
const ColumnPanel = lazy(loadPanel);

export function ColumnChooser({ list, state }: { list: ListDescription; state: ListState }) {
  const [reached, setReached] = useState(false);
  const preload = () => void loadPanel();
  const closed = (
    <ColumnButton
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => setReached(true)}
      onPointerEnter={preload}
      onFocus={preload}
    />
  );
  if (!reached) return closed;
  return (
    <Suspense fallback={closed}>
      <ColumnPanel list={list} state={state} />
    </Suspense>
  );
}
