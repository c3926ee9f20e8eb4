// The leaves of an employee, newest first, with edit and remove buttons for administrators.
import { ActionIcon, Button, Group, Stack, Text } from "@mantine/core";
import { api } from "../../../api/client";
import "@mantine/core/styles/ActionIcon.css";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { EmployeeRecord } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { showUndoToast } from "../../../ui/actions/undoToast";
import { Section } from "../../../ui/layout/Section";
import { lazyComponent } from "../../../ui/lazyComponent";
import classes from "./Employees.module.css";

const LeaveDialog = lazyComponent(async () => (await import("./LeaveDialog")).LeaveDialog);

type Leave = EmployeeRecord["leaves"][number];
type Props = { employee: EmployeeRecord };

function useFormatLeave() {
  const t = useTranslate();
  const locale = useLocale();
  return ({ starts_on, ends_on }: Leave) => {
    const from = formatDate(starts_on, locale);
    return ends_on
      ? t("employees.leave.span", { from, to: formatDate(ends_on, locale) })
      : t("employees.leave.open", { from });
  };
}

function useRemoveLeave(employee: EmployeeRecord) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const { api_id: id } = employee;
  return useMutation({
    mutationFn: ({ api_id: leave_id }: Leave) =>
      api.delete("/employees/{id}/leaves/{leave_id}", { params: { id, leave_id } }),
    onSuccess: async (_, { starts_on, ends_on }) => {
      const refresh = () => queryClient.invalidateQueries({ queryKey: ["api"] });
      await refresh();
      showUndoToast(t("employees.leave.removed"), () => {
        const days = { starts_on, ends_on };
        void api.post("/employees/{id}/leaves", days, { params: { id } }).then(refresh);
      });
    },
  });
}

export function LeavesSection({ employee }: Props) {
  const t = useTranslate();
  const [edited, setEdited] = useState<Leave | "new" | null>(null);
  const formatLeave = useFormatLeave();
  const removal = useRemoveLeave(employee);
  const canEdit = employee.can.includes("edit");
  return (
    <Section title={t("employees.leave.title")}>
      <Stack gap="sm">
        {employee.leaves.length === 0 && (
          <Text size="sm" c="dimmed">
            {t("employees.leave.none")}
          </Text>
        )}
        <ul className={classes.lines} aria-label={t("employees.leave.title")}>
          {employee.leaves.map((leave) => (
            <li key={leave.api_id} className={classes.line}>
              <span>{formatLeave(leave)}</span>
              {canEdit && (
                <LeaveButtons
                  days={formatLeave(leave)}
                  busy={removal.isPending}
                  onChange={() => setEdited(leave)}
                  onRemove={() => removal.mutate(leave)}
                />
              )}
            </li>
          ))}
        </ul>
        {canEdit && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setEdited("new")}
            style={{ alignSelf: "flex-start" }}
          >
            {t("employees.leave.add")}
          </Button>
        )}
      </Stack>
      {edited && (
        <LeaveDialog
          employee={employee}
          leave={edited === "new" ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Section>
  );
}

type ButtonsProps = { days: string; busy: boolean; onChange: () => void; onRemove: () => void };

function LeaveButtons({ days, busy, onChange, onRemove }: ButtonsProps) {
  const t = useTranslate();
  return (
    <Group gap={4}>
      <ActionIcon
        variant="subtle"
        aria-label={t("employees.leave.change_of", { days })}
        onClick={onChange}
      >
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        loading={busy}
        aria-label={t("employees.leave.remove_of", { days })}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
