// A toolbar's button whose panel comes when someone reaches for it: the button is the same before and after.
import { Button, type ButtonProps } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";
import {
  type ComponentPropsWithRef,
  type ComponentType,
  type FunctionComponent,
  lazy,
  Suspense,
  useState,
} from "react";
import type { MessageKey } from "../../i18n/keys";
import { useTranslate } from "../../i18n/translate";

type Props = ButtonProps & Omit<ComponentPropsWithRef<"button">, keyof ButtonProps>;

export type ToolbarTrigger = ComponentType<Props>;

export function toolbarButton(Mark: TablerIcon, label: MessageKey) {
  return function ToolbarButton(props: Props) {
    const t = useTranslate();
    return (
      <Button variant="default" leftSection={<Mark size={16} aria-hidden />} {...props}>
        {t(label)}
      </Button>
    );
  };
}

export function loadOnHover<Own extends object>(
  Trigger: ToolbarTrigger,
  load: () => Promise<FunctionComponent<Own>>,
  /** Whether the panel has something to say before anyone reaches for it. */
  isCalledFor = () => false,
) {
  const loadPanel = async () => ({ default: await load() });
  const Panel = lazy(loadPanel);
  return function LoadOnHover(props: Own) {
    const [reached, setReached] = useState(false);
    const preload = () => void loadPanel();
    const closed = (
      <Trigger
        aria-haspopup="dialog"
        aria-expanded={false}
        onClick={() => setReached(true)}
        onPointerEnter={preload}
        onFocus={preload}
      />
    );
    if (!reached && !isCalledFor()) return closed;
    return (
      <Suspense fallback={closed}>
        <Panel {...props} />
      </Suspense>
    );
  };
}
