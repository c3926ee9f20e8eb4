// A button with a menu, whose code loads when the pointer or the focus reaches the button.
import { type FunctionComponent, lazy, type ReactElement, Suspense, useState } from "react";
import type { MenuTriggerProps } from "./menuAction";

type Trigger = { trigger: (props: MenuTriggerProps) => ReactElement };

/** The panel is open when it first renders, and renders the same button. */
export function lazyMenu<Props extends object>(
  load: () => Promise<FunctionComponent<Props & Trigger>>,
) {
  const loadPanel = async () => ({ default: await load() });
  const Panel = lazy(loadPanel);
  return function LazyMenu(props: Props & Trigger) {
    const [isOpened, setIsOpened] = useState(false);
    const preload = () => void loadPanel();
    const closedButton = props.trigger({
      "aria-haspopup": "menu",
      "aria-expanded": false,
      onClick: () => setIsOpened(true),
      onPointerEnter: preload,
      onFocus: preload,
    });
    if (!isOpened) return closedButton;
    return (
      <Suspense fallback={closedButton}>
        <Panel {...props} />
      </Suspense>
    );
  };
}
