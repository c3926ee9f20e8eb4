// A toolbar's panel that opens as it arrives; closing it leads back to its button, the first time too.
import "@mantine/core/styles/Popover.css";
import { Popover } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ToolbarTrigger } from "./toolbarButton";

type Props = {
  trigger: ToolbarTrigger;
  label: string;
  maw?: string;
  /** Not where it is here for something else than that somebody reached for it. */
  opensAtOnce?: boolean;
  children: ReactNode;
};

export function ToolbarPopover({
  trigger: Trigger,
  label,
  maw,
  opensAtOnce = true,
  children,
}: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const [isReached] = useState(opensAtOnce);
  useEffect(() => {
    if (!isReached) return;
    // The button that was pressed has given way to this one: who closes the panel wants to be here.
    button.current?.focus({ preventScroll: true });
    setOpened(true);
  }, [isReached]);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      withinPortal
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <Trigger ref={button} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} {...(maw && { maw })}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
