// The goals of one employee that the user may see.
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
  const [isCreating, setCreating] = useState(false);
  const canCreate = usePermissions().can("goals.edit") && !hasLeft;
  const empty = {
    title: t("goals.none_of.title", { name: employee.name }),
    detail: t("goals.none_of.detail"),
  };
  return (
    <Stack gap="md">
      {canCreate && (
        <Group justify="flex-end">
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setCreating(true)}
          >
            {t("goals.new")}
          </Button>
        </Group>
      )}
      <GoalSections employee={employee.api_id} empty={empty} />
      {isCreating && <NewGoal employee={employee} onClose={() => setCreating(false)} />}
    </Stack>
  );
}
