// Who has been, is and will be responsible for a project.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { pageQuery } from "../../../api/queries";
import { ProjectTermCreate } from "../../../api/shapes/ProjectTermCreate.gen";
import type { DatedTerm, Project } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { defineFields } from "../../../ui/form/fields";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { TermTimeline } from "../../../ui/terms/TermTimeline";

const FIELDS = defineFields(ProjectTermCreate, [
  {
    kind: "date",
    name: "effective_from",
    label: "dated_terms.effective_from",
    help: "dated_terms.effective_from_help",
    required: true,
  },
  {
    kind: "reference",
    name: "account_manager",
    label: "projects.field.account_manager",
    path: "/account-managers",
    required: true,
  },
  {
    kind: "reference",
    name: "project_manager",
    label: "projects.field.project_manager",
    path: "/employees",
  },
  { kind: "reference", name: "team", label: "projects.field.team", path: "/teams" },
  { kind: "text", name: "reason", label: "dated_terms.reason" },
]);

type Props = { project: Project };

export function ProjectResponsibilities({ project }: Props) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const id = project.api_id;
  const { data } = useQuery(
    pageQuery("/projects/{id}/responsibility-terms", { params: { id }, query: { per_page: 100 } }),
  );
  const removal = useMutation({
    mutationFn: (term: DatedTerm) =>
      api.delete("/projects/{id}/responsibility-terms/{term_id}", {
        params: { id, term_id: term.api_id ?? "" },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["api"] }),
  });
  const describe = ({ term, reference }: DatedTerm) =>
    t("dated_terms.line", {
      field: t(FIELD_LABELS[term] ?? "projects.field.team"),
      value: reference?.name ?? t("dated_terms.none"),
    });
  return (
    <>
      <TermTimeline
        title={t("dated_terms.responsibility")}
        terms={data?.data ?? []}
        describe={describe}
        canRecord={project.can.includes("edit")}
        isRemoving={removal.isPending}
        onRecord={() => setOpen(true)}
        onRemove={removal.mutate}
      />
      {isOpen && <TermsDialog project={project} onClose={() => setOpen(false)} />}
    </>
  );
}

const FIELD_LABELS: Partial<
  Record<DatedTerm["term"], "projects.field.account_manager" | "projects.field.project_manager">
> = {
  account_manager: "projects.field.account_manager",
  project_manager: "projects.field.project_manager",
};

function TermsDialog({ project, onClose }: Props & { onClose: () => void }) {
  const t = useTranslate();
  const id = project.api_id;
  return (
    <FormModal opened title={t("dated_terms.record")} onClose={onClose}>
      <ResourceForm
        formKey={`projects/${id}/responsibility-terms`}
        fields={FIELDS}
        record={project}
        endpoint={{
          path: "/projects/{id}/responsibility-terms",
          params: { id },
          method: "post",
          readAt: { path: "/projects/{id}", params: { id } },
        }}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}
