// The button of a matter's menu: an icon with a name, a key, and the reason when the browser is offline.
import "@mantine/core/styles/ActionIcon.css";
import { ActionIcon } from "@mantine/core";
import type { ReactNode } from "react";
import type { MenuTriggerProps } from "../../../ui/actions/menuAction";
import { useOfflineReason } from "../../../ui/feedback/useOfflineReason";
import classes from "./Triage.module.css";

type Props = {
  /** The properties that the menu gives its trigger. */
  trigger: MenuTriggerProps;
  label: string;
  shortcut: string;
  children: ReactNode;
};

export function MatterMenuButton({ trigger, label, shortcut, children }: Props) {
  const offline = useOfflineReason();
  return (
    <ActionIcon
      {...trigger}
      {...offline}
      variant="subtle"
      color="gray"
      className={classes.icon}
      aria-label={label}
      title={label}
      aria-keyshortcuts={shortcut}
    >
      {children}
    </ActionIcon>
  );
}
