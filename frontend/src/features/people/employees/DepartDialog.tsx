// Records that a person leaves: their last day, who takes over what is open, and whether they can still sign in.
import { api } from "../../../api/client";
import { dataQuery } from "../../../api/queries";
import "@mantine/core/styles/Switch.css";
import { Stack, Switch, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/errors";
import type { EmployeeHoldings, EmployeeRecord, Ref } from "../../../api/types";
import type { Body } from "../../../api/wire";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { useToday } from "../../../session/today";
import { DateField } from "../../../ui/fields/DateField";
import { ReferenceSelect } from "../../../ui/fields/ReferenceSelect";
import { FormButtons } from "../../../ui/form/FormButtons";
import { FormModal } from "../../../ui/form/FormModal";

const KINDS = ["clients", "projects", "led_projects", "memberships", "goals"] as const;

type Props = { employee: EmployeeRecord; onClose: () => void };

function HoldingsText({ holdings }: { holdings: EmployeeHoldings }) {
  const t = useTranslate();
  const parts = KINDS.filter((kind) => holdings[kind] > 0).map((kind) =>
    t(`employees.holdings.${kind}`, { count: holdings[kind] }),
  );
  return (
    <Text size="sm">
      {parts.length > 0
        ? t("employees.holdings.some", { list: parts.join(", ") })
        : t("employees.holdings.none")}{" "}
      {holdings.reports > 0 && t("employees.holdings.reports", { count: holdings.reports })}
    </Text>
  );
}

function useDeparting(employee: EmployeeRecord, onClose: () => void) {
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
  const { data: holdings } = useQuery(dataQuery("/employees/{id}/holdings", { params }));
  const [endedOn, setEndedOn] = useState(employee.ended_on ?? today);
  const [heir, setHeir] = useState<Ref | null>(null);
  const [ends, setEnds] = useState(true);
  const departing = useDeparting(employee, onClose);
  const errors = departing.error instanceof ApiError ? departing.error.errors : {};
  const depart = () =>
    departing.mutate({
      ended_on: endedOn,
      ...(heir ? { hand_over_to: heir.api_id } : {}),
      deactivate_user: ends,
    });
  return (
    <FormModal opened title={t("employees.depart.title", { name })} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!departing.isPending) depart();
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
          {holdings && <HoldingsText holdings={holdings} />}
          <ReferenceSelect
            path="/employees"
            label={t("employees.depart.heir")}
            name={t("employees.depart.heir")}
            description={t("employees.depart.heir_help")}
            value={heir}
            excludedIds={[employee.api_id]}
            onChange={setHeir}
            error={errors.hand_over_to?.join(" ")}
          />
          {user && (
            <Switch
              label={t("employees.depart.ends_access", { name: user.name })}
              checked={ends}
              onChange={(event) => setEnds(event.currentTarget.checked)}
            />
          )}
          <FormButtons
            busy={departing.isPending}
            label={t("employees.depart.action")}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </FormModal>
  );
}
