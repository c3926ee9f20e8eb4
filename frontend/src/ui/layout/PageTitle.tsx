// The h1 of a screen with its badge and actions; it receives the focus on arrival.
import { Group, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "../ui.module.css";

type Props = { children: ReactNode; badge?: ReactNode; actions?: ReactNode };

export function PageTitle({ children, badge, actions }: Props) {
  return (
    <Group justify="space-between" gap="sm" mb="md" wrap="wrap">
      <Group gap="sm" wrap="wrap" className={classes.titleText}>
        <Title order={1} size="h1" tabIndex={-1} data-page-title className={classes.title}>
          {children}
        </Title>
        {badge}
      </Group>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  );
}
