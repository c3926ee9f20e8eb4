// Sets a goal: first whose it is, where the screen does not say so, then what is to be reached.
import { Stack } from "@mantine/core";
import { useState } from "react";
import type { Ref } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { ReferenceSelect } from "../../../ui/fields/ReferenceSelect";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { newGoalFields } from "./goalFields";

const START = {
  direction: "reach",
  weight: 1,
  visibility: "team",
  status: "active",
} as const;

type Props = { employee?: Ref | undefined; onClose: () => void };

export function NewGoal({ employee, onClose }: Props) {
  const t = useTranslate();
  const [whose, setWhose] = useState<Ref | null>(employee ?? null);
  const title = employee ? t("goals.new_for", { name: employee.name }) : t("goals.new");
  return (
    <FormModal opened title={title} onClose={onClose}>
      <Stack gap="md">
        {!employee && (
          <ReferenceSelect
            label={t("goals.field.employee")}
            name={t("goals.field.employee")}
            path="/employees"
            value={whose}
            onChange={setWhose}
            required
          />
        )}
        {whose && (
          <ResourceForm
            key={whose.api_id}
            formKey={`employee-goals/new/${whose.api_id}`}
            path="/employees/{id}/employee-goals"
            params={{ id: whose.api_id }}
            fields={newGoalFields}
            prefill={START}
            submitLabel={t("goals.new")}
            onSaved={onClose}
            onCancel={onClose}
          />
        )}
      </Stack>
    </FormModal>
  );
}
