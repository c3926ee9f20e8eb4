// A button with a menu behind it; the menu's code comes when someone reaches for the button.
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from "react";
import type { MenuAction, MenuTriggerProps } from "./menuAction";

type Props = {
  actions: readonly MenuAction[];
  heading?: ReactNode;
  trigger: (props: MenuTriggerProps) => ReactElement;
};

const loadPanel = async () => ({ default: (await import("./ActionMenuPanel")).ActionMenuPanel });
const ActionMenuPanel = lazy(loadPanel);

export function ActionMenu({ actions, heading, trigger }: Props) {
  const [reached, setReached] = useState(false);
  const preload = () => void loadPanel();
  const closed = trigger({
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: () => setReached(true),
    onPointerEnter: preload,
    onFocus: preload,
  });
  if (!reached) return closed;
  return (
    <Suspense fallback={closed}>
      <ActionMenuPanel actions={actions} heading={heading} trigger={trigger} />
    </Suspense>
  );
}
