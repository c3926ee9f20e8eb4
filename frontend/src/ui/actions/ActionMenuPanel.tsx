// The menu behind an action button; it is open when it first renders.
import "@mantine/core/styles/Menu.css";
import { Menu } from "@mantine/core";
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import type { MenuAction, MenuTriggerProps } from "./menuAction";

type Props = {
  actions: readonly MenuAction[];
  heading?: ReactNode;
  trigger: (props: MenuTriggerProps) => ReactElement;
};

function ActionItem({ label, icon, run, href, danger, isSelected, disabled }: MenuAction) {
  const common = {
    leftSection: icon,
    ...(disabled ? { disabled } : {}),
    ...(danger ? { color: "var(--regie-danger-text)" } : {}),
  };
  if (href !== undefined) {
    return (
      <Menu.Item {...common} component="a" href={href} target="_blank" rel="noopener">
        {label}
      </Menu.Item>
    );
  }
  if (isSelected === undefined) {
    return (
      <Menu.Item {...common} onClick={run}>
        {label}
      </Menu.Item>
    );
  }
  return (
    <Menu.RadioItem value={label} checked={isSelected} onChange={run} closeMenuOnClick>
      {label}
    </Menu.RadioItem>
  );
}

export function ActionMenuPanel({ actions, heading, trigger }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  // This button replaces the one that had the focus.
  useEffect(() => {
    button.current?.focus();
    setOpened(true);
  }, []);
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      withinPortal
      shadow="md"
      returnFocus
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>{trigger({ ref: button })}</Menu.Target>
      <Menu.Dropdown>
        {heading && <Menu.Label>{heading}</Menu.Label>}
        {actions.map((action) => (
          <ActionItem key={action.label} {...action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
