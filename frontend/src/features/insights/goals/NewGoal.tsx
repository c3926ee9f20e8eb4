// Creates a goal: first its employee, unless given, then its terms.
import { Stack } from "@mantine/core";
import { useState } from "react";
import type { Ref } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { ReferenceSelect } from "../../../ui/fields/ReferenceSelect";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { newGoalFields } from "./goalFields";

const DEFAULT_VALUES = {
  direction: "reach",
  weight: 1,
  visibility: "team",
  status: "active",
} as const;

type Props = { employee?: Ref | undefined; onClose: () => void };

export function NewGoal({ employee, onClose }: Props) {
  const t = useTranslate();
  const [selectedEmployee, setSelectedEmployee] = useState<Ref | null>(employee ?? null);
  const title = employee ? t("goals.new_for", { name: employee.name }) : t("goals.new");
  return (
    <FormModal opened title={title} onClose={onClose}>
      <Stack gap="md">
        {!employee && (
          <ReferenceSelect
            label={t("goals.field.employee")}
            name={t("goals.field.employee")}
            path="/employees"
            value={selectedEmployee}
            onChange={setSelectedEmployee}
            required
          />
        )}
        {selectedEmployee && (
          <ResourceForm
            key={selectedEmployee.api_id}
            formKey={`employee-goals/new/${selectedEmployee.api_id}`}
            path="/employees/{id}/employee-goals"
            params={{ id: selectedEmployee.api_id }}
            fields={newGoalFields}
            prefill={DEFAULT_VALUES}
            submitLabel={t("goals.new")}
            onSaved={onClose}
            onCancel={onClose}
          />
        )}
      </Stack>
    </FormModal>
  );
}
