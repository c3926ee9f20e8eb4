// A popover that opens when it mounts; closing it returns the focus to its button.
import "@mantine/core/styles/Popover.css";
import { Popover } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ToolbarTrigger } from "./toolbarButton";

type Props = {
  trigger: ToolbarTrigger;
  label: string;
  maw?: string;
  /** False when the panel was loaded for another reason than a click on its button. */
  openOnMount?: boolean;
  children: ReactNode;
};

export function ToolbarPopover({
  trigger: Trigger,
  label,
  maw,
  openOnMount = true,
  children,
}: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const [shouldOpen] = useState(openOnMount);
  useEffect(() => {
    if (!shouldOpen) return;
    // This button replaces the one that was clicked, so it must receive the focus on close.
    button.current?.focus({ preventScroll: true });
    setOpened(true);
  }, [shouldOpen]);
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
