// Explains why there is nothing to show, and the next step.
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "../ui.module.css";

type Props = { icon?: ReactNode; title: string; detail: string; action?: ReactNode };

export function EmptyState({ icon, title, detail, action }: Props) {
  return (
    <div className={classes.empty}>
      {icon}
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed" maw={440}>
        {detail}
      </Text>
      {action}
    </div>
  );
}
