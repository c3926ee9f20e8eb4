// One person's goals as cards: active and draft, then closed.
import { pageQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { GoalRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { EmptyState } from "../../../ui/feedback/EmptyState";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import classes from "../../../ui/ui.module.css";
import { GoalCards } from "./GoalCard";

const RUNNING = { status: ["active", "draft"], per_page: 100, sort: "period_end" } as const;
const CLOSED = {
  status: ["achieved", "missed", "cancelled"],
  per_page: 12,
  sort: "-period_end",
} as const;
const CARDS_HEIGHT = 220;

type Props = {
  /** Without an employee: the user's own goals. */
  employee?: string;
  empty: { title: string; detail: string; action?: ReactNode };
};

function goalsQuery(employee: string | undefined, query: typeof RUNNING | typeof CLOSED) {
  return employee === undefined
    ? pageQuery("/employee-goals", { query: { mine: true, ...query } })
    : pageQuery("/employees/{id}/employee-goals", { params: { id: employee }, query });
}

export function GoalSections({ employee, empty }: Props) {
  const t = useTranslate();
  const running = useQuery(goalsQuery(employee, RUNNING));
  const closed = useQuery(goalsQuery(employee, CLOSED));
  if (running.data === undefined || closed.data === undefined) {
    if (!running.isError && !closed.isError) return <Skeleton height={CARDS_HEIGHT} />;
    return <LoadFailure retry={() => Promise.all([running.refetch(), closed.refetch()])} />;
  }
  if (running.data.data.length + closed.data.data.length === 0) return <EmptyState {...empty} />;
  return (
    <Stack gap="lg">
      <GoalSection
        title={t("goals.running")}
        goals={running.data.data}
        none={t("goals.none_running")}
      />
      {closed.data.data.length > 0 && (
        <GoalSection title={t("goals.closed")} goals={closed.data.data} />
      )}
    </Stack>
  );
}

type GoalSectionProps = { title: string; goals: readonly GoalRow[]; none?: string };

function GoalSection({ title, goals, none }: GoalSectionProps) {
  return (
    <section aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      {goals.length > 0 ? <GoalCards goals={goals} label={title} /> : <p>{none}</p>}
    </section>
  );
}
