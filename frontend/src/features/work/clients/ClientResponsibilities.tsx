// Who has been, is and will be responsible for a client.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { pageQuery } from "../../../api/queries";
import { ClientTermCreate } from "../../../api/shapes/ClientTermCreate.gen";
import type { Client, DatedTerm } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { defineFields } from "../../../ui/form/fields";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { TermTimeline } from "../../../ui/terms/TermTimeline";

const FIELDS = defineFields(ClientTermCreate, [
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
    label: "clients.field.account_manager",
    path: "/account-managers",
    required: true,
  },
  { kind: "reference", name: "team", label: "clients.field.team", path: "/teams" },
  { kind: "text", name: "reason", label: "dated_terms.reason" },
]);

type Props = { client: Client };

export function ClientResponsibilities({ client }: Props) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const id = client.api_id;
  const { data } = useQuery(
    pageQuery("/clients/{id}/responsibility-terms", { params: { id }, query: { per_page: 100 } }),
  );
  const removal = useMutation({
    mutationFn: (term: DatedTerm) =>
      api.delete("/clients/{id}/responsibility-terms/{term_id}", {
        params: { id, term_id: term.api_id ?? "" },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["api"] }),
  });
  const describe = ({ term, reference }: DatedTerm) =>
    t("dated_terms.line", {
      field: t(FIELD_LABELS[term] ?? "clients.field.team"),
      value: reference?.name ?? t("dated_terms.none"),
    });
  return (
    <>
      <TermTimeline
        title={t("dated_terms.responsibility")}
        terms={data?.data ?? []}
        describe={describe}
        canRecord={client.can.includes("edit")}
        isRemoving={removal.isPending}
        onRecord={() => setOpen(true)}
        onRemove={removal.mutate}
      />
      {isOpen && <TermsDialog client={client} onClose={() => setOpen(false)} />}
    </>
  );
}

const FIELD_LABELS: Partial<Record<DatedTerm["term"], "clients.field.account_manager">> = {
  account_manager: "clients.field.account_manager",
};

function TermsDialog({ client, onClose }: Props & { onClose: () => void }) {
  const t = useTranslate();
  const id = client.api_id;
  return (
    <FormModal opened title={t("dated_terms.record")} onClose={onClose}>
      <ResourceForm
        formKey={`clients/${id}/responsibility-terms`}
        fields={FIELDS}
        record={client}
        endpoint={{
          path: "/clients/{id}/responsibility-terms",
          params: { id },
          method: "post",
          readAt: { path: "/clients/{id}", params: { id } },
        }}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}
