// A full-page failure: a status, a text and one action.
import { Button, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./Failure.module.css";

type Props = {
  status?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: { label: string; run: () => void };
};

export function Failure({ status, title, children, action }: Props) {
  return (
    <div className={classes.failure}>
      {status && (
        <Text c="dimmed" fw={600}>
          {status}
        </Text>
      )}
      <Title order={1} size="h1" tabIndex={-1} data-page-title>
        {title}
      </Title>
      {children}
      {action && <Button onClick={action.run}>{action.label}</Button>}
    </div>
  );
}
