// Employees with their active goals: those of the user's teams, or all for administrators.
import { pageQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { GoalRow, Ref } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { EmptyState } from "../../../ui/feedback/EmptyState";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { ReferenceSelect } from "../../../ui/fields/ReferenceSelect";
import { changedSearch } from "../../../ui/links/screenSearch";
import { useReferenceName } from "../../../ui/table/referenceName";
import { GoalLines } from "./GoalLines";
import classes from "./Goals.module.css";
import { TeamState } from "./TeamState";

const MAX_GOALS = 100;

/** Groups goals by employee, in the order of the list. */
function groupByEmployee(goals: readonly GoalRow[]): { employee: Ref; goals: GoalRow[] }[] {
  const people = new Map<string, { employee: Ref; goals: GoalRow[] }>();
  for (const goal of goals) {
    const existing = people.get(goal.employee.api_id);
    if (existing) existing.goals.push(goal);
    else people.set(goal.employee.api_id, { employee: goal.employee, goals: [goal] });
  }
  return [...people.values()];
}

function useTeam() {
  const { team } = useSearch({ strict: false }) as { team?: string };
  const navigate = useNavigate();
  const choose = (ref: Ref | null) => {
    const search = changedSearch({ team: ref?.api_id });
    void navigate({ to: ".", search, replace: true, resetScroll: false });
  };
  const name = useReferenceName("/teams", team ?? "");
  return { team, name, choose };
}

export function TeamGrid() {
  const t = useTranslate();
  const { team, name, choose } = useTeam();
  const query = {
    status: "active",
    team,
    sort: "employee,period_end",
    per_page: MAX_GOALS,
  } as const;
  const { data, isError, refetch } = useQuery(pageQuery("/employee-goals", { query }));
  return (
    <Stack gap="md">
      {data && data.data.length > 0 && data.meta.total <= MAX_GOALS && (
        <TeamState goals={data.data} team={team} />
      )}
      <div className={classes.team}>
        <ReferenceSelect
          label={t("goals.field.team")}
          name={t("goals.field.team")}
          path="/teams"
          value={team === undefined ? null : { api_id: team, name: name ?? "" }}
          onChange={choose}
        />
      </div>
      {data === undefined &&
        (isError ? <LoadFailure retry={refetch} /> : <Skeleton height={320} />)}
      {data && data.meta.total > MAX_GOALS && (
        <Text size="sm">{t("goals.too_many", { shown: MAX_GOALS, total: data.meta.total })}</Text>
      )}
      {data && <People goals={data.data} />}
    </Stack>
  );
}

function People({ goals }: { goals: readonly GoalRow[] }) {
  const t = useTranslate();
  if (goals.length === 0)
    return <EmptyState title={t("goals.none_team.title")} detail={t("goals.none_team.detail")} />;
  return (
    <div className={classes.people}>
      {groupByEmployee(goals).map(({ employee, goals: ownGoals }) => (
        <section key={employee.api_id} className={classes.person} aria-label={employee.name}>
          <h2 className={classes.title}>{employee.name}</h2>
          <GoalLines goals={ownGoals} label={t("goals.of", { name: employee.name })} />
        </section>
      ))}
    </div>
  );
}
