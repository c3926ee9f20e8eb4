// The form of an external cost, opened by `?edit=new` or `?edit=<id>`.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { itemQuery } from "../../../api/queries";
import { useTranslate } from "../../../i18n/translate";
import { useToday } from "../../../session/today";
import { useUserCurrency } from "../../../session/userCurrency";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { costFields } from "./costFields";
import { COSTS_PATH, type CostProject } from "./costsList";

const FORM_HEIGHT = 420;

type Props = { edit: string; project?: CostProject; onClose: () => void };

export function CostDialog({ edit, project, onClose }: Props) {
  if (edit === "new") return <NewCost {...(project && { project })} onClose={onClose} />;
  return <EditCost id={edit} onClose={onClose} />;
}

function NewCost({ project, onClose }: Omit<Props, "edit">) {
  const t = useTranslate();
  const today = useToday();
  const userCurrency = useUserCurrency();
  const fields = useMemo(() => costFields(project !== undefined), [project]);
  return (
    <FormModal opened title={t("margin.costs.add")} onClose={onClose}>
      <ResourceForm
        formKey={`project-costs/new/${project?.api_id ?? ""}`}
        path={COSTS_PATH}
        fields={fields}
        prefill={{ incurred_on: today, currency: project?.currency ?? userCurrency }}
        {...(project && { extra: { project: project.api_id } })}
        submitLabel={t("margin.costs.add")}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}

function EditCost({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslate();
  const { data: cost } = useQuery({ ...itemQuery(`${COSTS_PATH}/{id}`, id), staleTime: 0 });
  const fields = useMemo(() => costFields(true), []);
  return (
    <FormModal opened title={t("margin.costs.edit")} onClose={onClose}>
      {cost ? (
        <ResourceForm
          key={cost.api_id}
          formKey={`project-costs/${cost.api_id}`}
          path={COSTS_PATH}
          fields={fields}
          record={cost}
          onSaved={onClose}
          onCancel={onClose}
        />
      ) : (
        <Skeleton height={FORM_HEIGHT} />
      )}
    </FormModal>
  );
}
