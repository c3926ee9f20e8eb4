// A toolbar button whose panel loads when the pointer or the focus reaches it.
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

export function toolbarButton(Icon: TablerIcon, label: MessageKey) {
  return function ToolbarButton(props: Props) {
    const t = useTranslate();
    return (
      <Button variant="default" leftSection={<Icon size={16} aria-hidden />} {...props}>
        {t(label)}
      </Button>
    );
  };
}

export function loadOnHover<PanelProps extends object>(
  Trigger: ToolbarTrigger,
  load: () => Promise<FunctionComponent<PanelProps>>,
  /** Whether the panel must load without a click. */
  isNeededAtOnce = () => false,
) {
  const loadPanel = async () => ({ default: await load() });
  const Panel = lazy(loadPanel);
  return function LoadOnHover(props: PanelProps) {
    const [isOpened, setIsOpened] = useState(false);
    const preload = () => void loadPanel();
    const closedTrigger = (
      <Trigger
        aria-haspopup="dialog"
        aria-expanded={false}
        onClick={() => setIsOpened(true)}
        onPointerEnter={preload}
        onFocus={preload}
      />
    );
    if (!isOpened && !isNeededAtOnce()) return closedTrigger;
    return (
      <Suspense fallback={closedTrigger}>
        <Panel {...props} />
      </Suspense>
    );
  };
}
