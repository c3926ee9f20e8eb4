// Records or changes the client's decision about a project, in a dialog.
import { Skeleton } from "@mantine/core";
import "@mantine/core/styles/Skeleton.css";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ProjectSale } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useToday } from "../../../session/today";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { decisionFields } from "./decisionFields";
import { projectSaleQuery } from "./projectSaleQuery";

type Props = { id: string; onClose: () => void };

export function DecisionForm({ id, onClose }: Props) {
  const t = useTranslate();
  const {
    data: sale,
    isError,
    error,
    refetch,
  } = useQuery({ ...projectSaleQuery(id), staleTime: 0 });
  const name = sale?.project.name ?? "";
  return (
    <FormModal opened title={t("oos_sales.record_named", { name })} onClose={onClose}>
      {sale && <DecisionFields key={sale.approval?.version ?? 0} sale={sale} onClose={onClose} />}
      {!sale &&
        (isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={320} />)}
    </FormModal>
  );
}

function DecisionFields({ sale, onClose }: { sale: ProjectSale; onClose: () => void }) {
  const t = useTranslate();
  const today = useToday();
  const { approval, project } = sale;
  const fields = useMemo(() => decisionFields(project.api_id), [project.api_id]);
  return (
    <ResourceForm
      formKey={`oos-approvals/${project.api_id}`}
      path="/oos-approvals"
      fields={fields}
      {...(approval
        ? { record: approval }
        : {
            prefill: { decision: "approved", decided_on: sale.approved_on ?? today },
            extra: { project: project.api_id },
            submitLabel: t("oos_sales.save_decision"),
          })}
      onSaved={onClose}
      onCancel={onClose}
    />
  );
}
