// One goal: progress, terms and check-ins.
import { Group, Stack, Text } from "@mantine/core";
import type { Goal } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { type Fact, Facts } from "../../../ui/details/Facts";
import { Absent } from "../../../ui/display/Absent";
import { DateText } from "../../../ui/display/DateText";
import { CheckIns } from "./CheckIns";
import { GoalActions } from "./GoalActions";
import { GoalPace, GoalStatus } from "./GoalBadges";
import { GoalProgress } from "./GoalProgress";
import { GoalMeasure } from "./goalCells";
import { useGoalText } from "./goalText";

export function GoalDetail({ goal, onDeleted }: { goal: Goal; onDeleted: () => void }) {
  const t = useTranslate();
  const { elapsed, timeLeft } = useGoalText(goal);
  const isLinked = goal.measure === "linked";
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <GoalStatus goal={goal} />
        <GoalPace goal={goal} />
      </Group>
      <GoalProgress goal={goal} />
      <Text size="sm" c="dimmed">
        {[elapsed, timeLeft].filter(Boolean).join(" · ")}
      </Text>
      <GoalActions goal={goal} onDeleted={onDeleted} />
      {goal.description && (
        <Text size="sm" style={{ whiteSpace: "pre-line" }}>
          {goal.description}
        </Text>
      )}
      <Facts facts={useGoalFacts(goal)} />
      {isLinked && <Text size="sm">{t("goals.moves_by_itself")}</Text>}
      {!isLinked && goal.check_ins && (
        <section aria-label={t("goals.history")}>
          <Text fw={600} component="h3" size="sm" mb="xs">
            {t("goals.history")}
          </Text>
          <CheckIns goal={goal} />
        </section>
      )}
    </Stack>
  );
}

function useGoalFacts(goal: Goal): Fact[] {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const { value, share, period } = useGoalText(goal);
  const valueOrAbsent = (text: string | null | undefined) =>
    value(text) ?? <Absent reason={text === undefined ? "not_shown" : "none"} />;
  const closed: Fact[] = goal.closed_on
    ? [
        { label: t("goals.field.closed_on"), value: <DateText on={goal.closed_on} /> },
        { label: t("goals.field.closing_note"), value: goal.closing_note },
      ]
    : [];
  return [
    { label: t("goals.field.employee"), value: goal.employee.name },
    ...closed,
    { label: t("goals.field.measure"), value: <GoalMeasure goal={goal} /> },
    { label: t("goals.field.direction"), value: label("goal_direction", goal.direction) },
    { label: t("goals.field.start_value"), value: valueOrAbsent(goal.start_value) },
    { label: t("goals.field.target_value"), value: valueOrAbsent(goal.target_value) },
    {
      label: t("goals.field.current_value"),
      value: valueOrAbsent(goal.current_value),
      help: t(goal.measure === "linked" ? "goals.help.live_value" : "goals.help.noted_value"),
    },
    { label: t("goals.field.progress"), value: share, help: t("goals.help.attainment") },
    { label: t("goals.field.period"), value: period },
    { label: t("goals.field.as_of"), value: <DateText on={goal.as_of} /> },
    { label: t("goals.field.weight"), value: goal.weight, help: t("goals.help.weight") },
    {
      label: t("goals.field.visibility"),
      value: label("goal_visibility", goal.visibility),
      help: t("goals.help.visibility"),
    },
  ];
}
