// Records an employee's departure: last day, successor for open work, and end of access.
import { api } from "../../../api/client";
import { dataQuery } from "../../../api/queries";
import "@mantine/core/styles/Switch.css";
import { Stack, Switch, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/errors";
import type { EmployeeRecord, EmployeeResponsibilities, Ref } from "../../../api/types";
import type { Body } from "../../../api/wire";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { useToday } from "../../../session/today";
import { DateField } from "../../../ui/fields/DateField";
import { ReferenceSelect } from "../../../ui/fields/ReferenceSelect";
import { FormButtons } from "../../../ui/form/FormButtons";
import { FormModal } from "../../../ui/form/FormModal";

const KINDS = [
  "clients",
  "projects",
  "led_projects",
  "memberships",
  "goals",
  "terms_to_come",
] as const;

type Props = { employee: EmployeeRecord; onClose: () => void };

function ResponsibilitiesText({
  responsibilities,
}: {
  responsibilities: EmployeeResponsibilities;
}) {
  const t = useTranslate();
  const parts = KINDS.filter((kind) => responsibilities[kind] > 0).map((kind) =>
    t(`employees.responsibilities.${kind}`, { count: responsibilities[kind] }),
  );
  return (
    <Text size="sm">
      {parts.length > 0
        ? t("employees.responsibilities.some", { list: parts.join(", ") })
        : t("employees.responsibilities.none")}{" "}
      {responsibilities.reports > 0 &&
        t("employees.responsibilities.reports", { count: responsibilities.reports })}{" "}
      {responsibilities.teams_to_come > 0 &&
        t("employees.responsibilities.teams_to_come", { count: responsibilities.teams_to_come })}
    </Text>
  );
}

function useDepart(employee: EmployeeRecord, onClose: () => void) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<"/departed-employees/{id}", "post">) =>
      api.post("/departed-employees/{id}", body, { params: { id: employee.api_id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["api"] });
      showToast({ kind: "success", summary: t("employees.depart.done", { name: employee.name }) });
      onClose();
    },
  });
}

export function DepartDialog({ employee, onClose }: Props) {
  const t = useTranslate();
  const today = useToday();
  const { name, user } = employee;
  const params = { id: employee.api_id };
  const { data: responsibilities } = useQuery(
    dataQuery("/employees/{id}/responsibilities", { params }),
  );
  const [endedOn, setEndedOn] = useState(employee.ended_on ?? today);
  const [successor, setSuccessor] = useState<Ref | null>(null);
  const [isDeactivating, setDeactivating] = useState(true);
  const mutation = useDepart(employee, onClose);
  const errors = mutation.error instanceof ApiError ? mutation.error.errors : {};
  const depart = () =>
    mutation.mutate({
      ended_on: endedOn,
      ...(successor ? { successor: successor.api_id } : {}),
      deactivate_user: isDeactivating,
    });
  return (
    <FormModal opened title={t("employees.depart.title", { name })} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!mutation.isPending) depart();
        }}
      >
        <Stack gap="md">
          <Text size="sm">{t("employees.depart.detail")}</Text>
          <DateField
            label={t("employees.field.ended_on")}
            name={t("employees.field.ended_on")}
            value={endedOn}
            onChange={setEndedOn}
            error={errors.ended_on?.join(" ")}
            required
          />
          {responsibilities && <ResponsibilitiesText responsibilities={responsibilities} />}
          <ReferenceSelect
            path="/employees"
            label={t("employees.depart.successor")}
            name={t("employees.depart.successor")}
            description={t(
              responsibilities?.terms_to_come
                ? "employees.depart.successor_required"
                : "employees.depart.successor_help",
            )}
            required={(responsibilities?.terms_to_come ?? 0) > 0}
            value={successor}
            excludedIds={[employee.api_id]}
            onChange={setSuccessor}
            error={errors.successor?.join(" ")}
          />
          {user && (
            <Switch
              label={t("employees.depart.ends_access", { name: user.name })}
              checked={isDeactivating}
              onChange={(event) => setDeactivating(event.currentTarget.checked)}
            />
          )}
          <FormButtons
            busy={mutation.isPending}
            label={t("employees.depart.action")}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </FormModal>
  );
}
