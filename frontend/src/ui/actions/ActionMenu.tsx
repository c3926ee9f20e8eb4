// A button with a menu, whose code loads when the pointer or the focus reaches the button.
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
  const [isOpened, setIsOpened] = useState(false);
  const preload = () => void loadPanel();
  const closedButton = trigger({
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: () => setIsOpened(true),
    onPointerEnter: preload,
    onFocus: preload,
  });
  if (!isOpened) return closedButton;
  return (
    <Suspense fallback={closedButton}>
      <ActionMenuPanel actions={actions} heading={heading} trigger={trigger} />
    </Suspense>
  );
}
