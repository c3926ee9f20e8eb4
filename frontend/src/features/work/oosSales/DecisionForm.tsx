// Records or changes the client's decision about a project, or about an amendment of its amount, in a dialog.
import { Skeleton } from "@mantine/core";
import "@mantine/core/styles/Skeleton.css";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { itemQuery, runIf } from "../../../api/queries";
import type { OosApproval, ProjectSale } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useToday } from "../../../session/today";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { decisionFields } from "./decisionFields";
import { projectSaleQuery } from "./projectSaleQuery";

type Props = {
  id: string;
  /** The amendment that the client decides about; null for the work itself. */
  amendment?: string | null;
  onClose: () => void;
};

export function DecisionForm({ id, amendment = null, onClose }: Props) {
  const t = useTranslate();
  const sale = useQuery({ ...projectSaleQuery(id), staleTime: 0 });
  const amounts = useQuery({
    ...itemQuery("/projects/{id}/amendments", id),
    staleTime: 0,
    ...runIf(amendment !== null),
  });
  const found = amounts.data?.amendments.find(({ api_id }) => api_id === amendment);
  const approval = amendment === null ? sale.data?.approval : found?.approval;
  const name = sale.data?.project.name ?? "";
  const title = amendment ? "oos_sales.record_amendment" : "oos_sales.record_named";
  const failed = [sale, amounts].find(({ isError }) => isError);
  return (
    <FormModal opened title={t(title, { name })} onClose={onClose}>
      {sale.data && approval !== undefined && (
        <DecisionFields
          key={approval?.version ?? 0}
          sale={sale.data}
          amendment={amendment}
          approval={approval}
          onClose={onClose}
        />
      )}
      {(!sale.data || approval === undefined) &&
        (failed ? (
          <LoadFailure retry={failed.refetch} error={failed.error} />
        ) : (
          <Skeleton height={320} />
        ))}
    </FormModal>
  );
}

type FieldsProps = {
  sale: ProjectSale;
  amendment: string | null;
  approval: OosApproval | null;
  onClose: () => void;
};

function DecisionFields({ sale, amendment, approval, onClose }: FieldsProps) {
  const t = useTranslate();
  const today = useToday();
  const { project } = sale;
  const fields = useMemo(() => decisionFields(project.api_id), [project.api_id]);
  const decidedOn = amendment === null ? (sale.approved_on ?? today) : today;
  return (
    <ResourceForm
      formKey={`oos-approvals/${amendment ?? project.api_id}`}
      path="/oos-approvals"
      fields={fields}
      {...(approval
        ? { record: approval }
        : {
            prefill: { decision: "approved", decided_on: decidedOn },
            extra: { project: project.api_id, ...(amendment ? { amendment } : {}) },
            submitLabel: t("oos_sales.save_decision"),
          })}
      onSaved={onClose}
      onCancel={onClose}
    />
  );
}
