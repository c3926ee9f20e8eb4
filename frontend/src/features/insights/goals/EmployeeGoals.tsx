// On an employee's page: their goals, as far as the reader may see them.
import { Button, Group, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { Ref } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { lazyComponent } from "../../../ui/lazyComponent";
import { GoalSections } from "./GoalSections";

const NewGoal = lazyComponent(async () => (await import("./NewGoal")).NewGoal);

type Props = { employee: Ref; hasLeft: boolean };

export function EmployeeGoals({ employee, hasLeft }: Props) {
  const t = useTranslate();
  const [setting, setSetting] = useState(false);
  const sets = usePermissions().can("goals.edit") && !hasLeft;
  const empty = {
    title: t("goals.none_of.title", { name: employee.name }),
    detail: t("goals.none_of.detail"),
  };
  return (
    <Stack gap="md">
      {sets && (
        <Group justify="flex-end">
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setSetting(true)}>
            {t("goals.new")}
          </Button>
        </Group>
      )}
      <GoalSections employee={employee.api_id} empty={empty} />
      {setting && <NewGoal employee={employee} onClose={() => setSetting(false)} />}
    </Stack>
  );
}
